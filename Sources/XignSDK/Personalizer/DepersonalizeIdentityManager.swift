internal import XignProtocol

extension Personalizer {
    /// Tells the manager, if it can be reached, then forgets the keys in any case.
    func depersonalize(_ idmIdentifier: String) -> Flow<DepersonalizationResult> {
        Flow { [device] in
            let device = try device.get()
            guard let activation = try device.activations.record(at: idmIdentifier) else {
                throw XignSdkError(.notPersonalized, "This device has no activation at \(idmIdentifier).")
            }
            let result = await device.revoke(activation)
            try device.forget(activation)
            return result
        }
    }
}

extension Device {
    fileprivate func revoke(_ activation: ActivationRecord) async -> DepersonalizationResult {
        do {
            let request = Revoke.Request(activationId: activation.activationId)
            _ = try await perform(Revoke.self, request, at: activation.idmIdentifier, provenBy: activation)
            return .revoked
        } catch let error as ProtocolError where error.error == .activationUnknown {
            return .revoked
        } catch {
            log(
                .warning,
                "the manager could not be told that the activation is given up: \(XignSdkError.wrapping(error))")
            return .forgottenLocally
        }
    }
}
