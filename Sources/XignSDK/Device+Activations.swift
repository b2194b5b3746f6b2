import Foundation
internal import XignProtocol

/// The outcome of asking the manager about a pending activation.
enum Resolution {
    /// The manager has the activation's keys. The record is active now.
    case active(ActivationRecord)
    /// The manager does not have the activation's keys.
    case unknown
    /// Another flow has removed or replaced the record in the meantime: read it again.
    case changed
}

extension Device {
    /// Returns the activation at a manager; nil if there is none.
    ///
    /// The manager is asked about an activation whose personalization was interrupted, and about a factor whose
    /// addition was. If it does not have the keys, they stay pending, since the request may still be in transit.
    func activation(at idmIdentifier: String) async throws -> ActivationRecord? {
        while let record = try activations.record(at: idmIdentifier) {
            if record.state == .active { return await resolvingPendingFactor(of: record) }
            switch try await resolve(record) {
            case .active(let active): return active
            case .unknown: return nil
            case .changed: continue
            }
        }
        return nil
    }

    /// Returns the activation at a manager.
    ///
    /// - Throws: `notPersonalized` if there is none.
    func requiredActivation(at idmIdentifier: String) async throws -> ActivationRecord {
        guard let record = try await activation(at: idmIdentifier) else {
            throw XignSdkError.notPersonalized(at: idmIdentifier)
        }
        return record
    }

    /// Asks the manager for the outcome of a personalization attempt. Neither ends the attempt nor deletes anything.
    ///
    /// - Throws: the error of the request; `storageFailed` if the attempt has succeeded and that cannot be stored.
    func resolve(_ pending: ActivationRecord) async throws -> Resolution {
        try await ask(about: pending, ending: false)
    }

    /// Ends a personalization attempt, unless it has succeeded.
    ///
    /// After the result `unknown` the manager refuses all requests of this attempt, even those still in transit, and
    /// the device has removed keys and record.
    ///
    /// - Throws: the error of the request, or `storageFailed` if the attempt has succeeded and that cannot be stored;
    ///   nothing has changed on the device then.
    func end(_ pending: ActivationRecord) async throws -> Resolution { try await ask(about: pending, ending: true) }

    /// Asks the manager about an activation.
    ///
    /// - Parameters:
    ///   - openTokenHash: the hash of the open token that the manager ends; nil to end none.
    ///   - number: the number of the newest notice that the device has; nil to get no notices.
    /// - Throws: the error of the request; `responseInvalid` if a name in the answer cannot be displayed.
    func status(
        of activation: ActivationRecord, ending openTokenHash: SecretOctets? = nil, noticesAfter number: Int64? = nil
    ) async throws -> Status.Response {
        let question = Status.Request(
            activationId: activation.activationId, openTokenHash: openTokenHash, noticesAfter: number)
        let answer = try await manager(activation.idmIdentifier).perform(Status.self, question, provenBy: activation)
        guard answer.isDisplayable else { throw XignSdkError.unreadableAnswer }
        return answer
    }

    /// Asks the manager, then decides under the lock on the record as it is after the answer.
    private func ask(about pending: ActivationRecord, ending isEnding: Bool) async throws -> Resolution {
        let answer: Status.Response?
        do {
            answer = try await status(of: pending, ending: isEnding ? pending.openTokenHash : nil)
        } catch let error as ProtocolError where error.error == .activationUnknown {
            answer = nil
        } catch KeyStoreError.keysMissing {
            guard try !isCurrent(pending) else { throw KeyStoreError.keysMissing }
            return .changed
        }
        var isNewlyActive = false
        let resolution: Resolution = try activations.change { changes in
            guard let record = try changes.current(pending) else { return .changed }
            if record.state == .active { return .active(record) }
            guard let answer else {
                if isEnding { try remove(record, changes) }
                return .unknown
            }
            let active = record.activated(userName: answer.userName, alias: answer.alias, factors: answer.factors)
            try changes.writeActive(active)
            isNewlyActive = true
            return .active(active)
        }
        // Outside of the lock, since the app's log handler may call the SDK.
        if isNewlyActive { log(.info, "the interrupted personalization at \(pending.idmIdentifier) had succeeded") }
        return resolution
    }

    /// Returns true if the record still belongs to this attempt. Takes the lock, since keys are removed before their
    /// record.
    func isCurrent(_ attempt: ActivationRecord) throws -> Bool {
        try activations.change { try $0.current(attempt) != nil }
    }

    /// Removes an activation with its keys. Returns false if another flow has already removed or replaced it.
    func forget(_ activation: ActivationRecord) throws -> Bool {
        try activations.change { changes in
            guard let record = try changes.current(activation) else { return false }
            try remove(record, changes)
            return true
        }
    }

    /// Removes the keys, then the record. After a crash in between, the call can be repeated.
    private func remove(_ record: ActivationRecord, _ changes: ActivationRecords.Changes) throws {
        // Nothing is signed by this key alone, so a gate that fails must not keep the activation from ending.
        biometricGate?.removeKey(record.label, log)
        try keyStore.removeKeys(record.label)
        try changes.remove(at: record.idmIdentifier)
    }
}
