internal import XignProtocol

extension Personalizer {
    /// Tells the manager, if it can be reached, then forgets the keys in any case.
    func depersonalize(_ idmIdentifier: String) -> Flow<DepersonalizationResult> {
        Flow { [device] in
            let device = try device.get()
            while let record = try device.activations.record(at: idmIdentifier) {
                if let result = try await device.giveUp(record) { return result }
            }
            throw XignSdkError(.notPersonalized, "This device has no activation at \(idmIdentifier).")
        }
    }
}

extension Device {
    /// Gives up what the record keeps; nil where another flow has changed it meanwhile.
    fileprivate func giveUp(_ record: ActivationRecord) async throws -> DepersonalizationResult? {
        let result: DepersonalizationResult
        switch record.state {
        case .active: result = await revoke(record)
        case .pending:
            // What the manager does not have yet, it cannot revoke; but from here on it takes it no more.
            switch try? await end(record) {
            case .unknown: return .forgottenLocally
            case .active, .changed: return nil
            case nil: result = .forgottenLocally
            }
        }
        return try forget(record) ? result : nil
    }

    private func revoke(_ activation: ActivationRecord) async -> DepersonalizationResult {
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
