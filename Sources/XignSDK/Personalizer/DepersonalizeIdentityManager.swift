internal import XignProtocol

extension Personalizer {
    /// Revokes the activation at the manager if it can be reached, then removes the keys in any case.
    func depersonalize(_ idmIdentifier: String) -> Flow<DepersonalizationResult> {
        Flow("depersonalizeIdentityManager", device) { device in
            while let record = try device.activations.record(at: idmIdentifier) {
                if let result = try await device.depersonalize(record) { return result }
            }
            throw XignSdkError(.notPersonalized, "This device has no activation at \(idmIdentifier).")
        }
    }
}

extension Device {
    /// Gives up the activation of a record; nil if another flow has changed the record in the meantime.
    fileprivate func depersonalize(_ record: ActivationRecord) async throws -> DepersonalizationResult? {
        let result: DepersonalizationResult
        switch record.state {
        case .active: result = await revoke(record)
        case .pending:
            // The manager cannot revoke keys that it does not have yet. Ending the attempt makes it refuse them from
            // now on.
            do {
                switch try await end(record) {
                case .unknown: return .forgottenLocally
                case .active, .changed: return nil
                }
            } catch let error as XignSdkError where error.errorCode == .storageFailed {
                // The manager has the keys. There is no room to store that, and no need.
                result = await revoke(record)
            } catch { result = .forgottenLocally }
        }
        return try forget(record) ? result : nil
    }

    private func revoke(_ activation: ActivationRecord) async -> DepersonalizationResult {
        do {
            let request = Revoke.Request(activationId: activation.activationId)
            _ = try await manager(activation.idmIdentifier).perform(Revoke.self, request, provenBy: activation)
            return .revoked
        } catch let error as ProtocolError where error.error == .activationUnknown {
            return .revoked
        } catch {
            log(.warning, "the activation could not be revoked at the manager")
            log.failure(XignSdkError.wrapping(error), of: "revoke")
            return .forgottenLocally
        }
    }
}
