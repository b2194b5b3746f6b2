internal import XignProtocol

extension Personalizer {
    /// Begins to add a factor, unless it is known already that it cannot be added: the user should not have to
    /// authenticate for nothing.
    func startAdding(_ type: AuthenticatorType, at idmIdentifier: String) -> Flow<AuthenticationInitializationData> {
        Flow("startAddAuthenticationFactor", device) { device in
            let activation = try await device.requiredActivation(at: idmIdentifier)
            guard let factor = type.factor, !activation.factors.contains(factor) else {
                throw XignSdkError.factorAlreadyAdded
            }
            guard UtilitySubject.addableFactors.contains(factor), device.authenticators.contains(type) else {
                throw XignSdkError.cannotAdd(type)
            }
            return try await device.start(.addFactor(factor), of: activation)
        }
    }

    /// Creates the factor's key and sends it.
    ///
    /// The order is: the key; the record of the pending factor; the request; the record of the factor. After a crash
    /// the next flow asks the manager which of them is true.
    func finishAdding(_ factor: AuthenticationFactor, _ access: ApiAccessAddFactor) -> Flow<Void> {
        Flow("finishAddAuthenticationFactor", device) { _ in
            guard factor.type == access.factorType else {
                throw XignSdkError(
                    .grantMismatch, "The permission is for the factor \(access.factorType.rawValue).")
            }
            let (device, activation) = (access.grant.device, access.grant.activation)
            guard let gate = (factor as? BiometricFactor)?.gate, device.authenticators.contains(factor.type) else {
                throw XignSdkError.cannotAdd(factor.type)
            }
            _ = try await access.grant.spend { earlier in
                if let earlier { return earlier }
                let key = try device.pendingKey(of: .biometric, by: gate, for: access.grant)
                return try access.grant.request(
                    for: .addFactor(key), newKey: { try gate.biometricSignature($0, activation) })
            }
            try device.confirmPendingFactor(of: activation)
            device.log(.info, "added the factor \(factor.type.rawValue) at \(activation.idmIdentifier)")
        }
    }
}

extension XignSdkError {
    static var factorAlreadyAdded: XignSdkError {
        XignSdkError(
            .factorRefused,
            "The activation has this factor already. If its key was invalidated, only a new activation makes another.")
    }

    fileprivate static func cannotAdd(_ type: AuthenticatorType) -> XignSdkError {
        XignSdkError(
            .factorUnavailable,
            "The factor \(type.rawValue) cannot be added on this device. For biometrics, the configuration needs a gate."
        )
    }
}
