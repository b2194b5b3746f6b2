internal import XignProtocol

extension XignCommon {
    /// Recognizes the user, unless it is known already that the factor could not sign. Needs no network.
    ///
    /// An activation without the factor has no key yet: the factor is about to be added.
    func biometricFactor(at idmIdentifier: String, reason: String) -> Flow<BiometricFactor> {
        Flow("createBiometricFactor", device) { device in
            guard let gate = device.biometricGate else {
                throw XignSdkError(
                    .factorUnavailable, "This device has no biometric factor: the configuration has no gate.")
            }
            guard let activation = try device.activations.record(at: idmIdentifier), activation.state == .active else {
                throw XignSdkError.notPersonalized(at: idmIdentifier)
            }
            if activation.hasMadeKey(of: .biometric) { try gate.checkKey(of: activation) }
            return BiometricFactor(gate: try await onThread { try gate.recognizedGate(reason: reason) })
        }
    }
}

extension ActivationRecord {
    /// Returns true if the activation has the factor, or the factor is being added.
    fileprivate func hasMadeKey(of factor: FactorType) -> Bool {
        factors.contains(factor) || pendingFactor?.factor == factor
    }
}
