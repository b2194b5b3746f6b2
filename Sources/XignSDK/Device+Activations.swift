import Foundation
internal import XignProtocol

/// What became of a pending activation.
enum Resolution {
    /// The manager has its keys, and the record says so now.
    case active(ActivationRecord)
    /// The manager does not have its keys.
    case unknown
    /// Another flow has removed or replaced the record meanwhile: look again.
    case changed
}

extension Device {
    /// The activation at a manager; nil if there is none that the manager has. One whose personalization was interrupted is
    /// resolved, but stays pending where the manager does not have its keys: they may be on their way.
    func activation(at idmIdentifier: String) async throws -> ActivationRecord? {
        while let record = try activations.record(at: idmIdentifier) {
            if record.state == .active { return record }
            switch try await resolve(record) {
            case .active(let active): return active
            case .unknown: return nil
            case .changed: continue
            }
        }
        return nil
    }

    /// The activation at a manager.
    ///
    /// - Throws: `notPersonalized`.
    func requiredActivation(at idmIdentifier: String) async throws -> ActivationRecord {
        guard let record = try await activation(at: idmIdentifier) else {
            throw XignSdkError(
                .notPersonalized, "This device has no activation at \(idmIdentifier). Personalize first.")
        }
        return record
    }

    /// Learns from the manager what became of an attempt to personalize. Ends nothing and deletes nothing.
    ///
    /// - Throws: whatever keeps the manager from answering.
    func resolve(_ pending: ActivationRecord) async throws -> Resolution {
        try await ask(about: pending, ending: false)
    }

    /// Ends an attempt to personalize, unless it has succeeded. After the answer `unknown` the manager takes no request of this
    /// attempt any more, wherever it may still be on its way, and the device has forgotten keys and record.
    ///
    /// - Throws: whatever keeps the manager from answering; nothing has changed on the device.
    func end(_ pending: ActivationRecord) async throws -> Resolution { try await ask(about: pending, ending: true) }

    /// The manager decides on what it has, the device under the lock on the record that stands there after the answer.
    private func ask(about pending: ActivationRecord, ending isEnding: Bool) async throws -> Resolution {
        let answer: Status.Response?
        do {
            let question = Status.Request(
                activationId: pending.activationId, openTokenHash: isEnding ? pending.openTokenHash : nil)
            answer = try await perform(Status.self, question, at: pending.idmIdentifier, provenBy: pending)
        } catch let error as ProtocolError where error.error == .activationUnknown {
            answer = nil
        } catch KeyStoreError.keysMissing {
            guard try !isCurrent(pending) else { throw KeyStoreError.keysMissing }
            return .changed
        }
        var hasLearnt = false
        let resolution: Resolution = try activations.change { changes in
            guard let record = try changes.current(pending) else { return .changed }
            if record.state == .active { return .active(record) }
            guard let answer else {
                if isEnding { try remove(record, changes) }
                return .unknown
            }
            let active = record.activated(userName: answer.userName, alias: answer.alias, factors: answer.factors)
            try changes.write(active)
            hasLearnt = true
            return .active(active)
        }
        // Not under the lock: the app's handler may call the SDK.
        if hasLearnt { log(.info, "the interrupted personalization at \(pending.idmIdentifier) had succeeded") }
        return resolution
    }

    /// Whether the record still is of this attempt. Under the lock, for keys are removed before their record.
    func isCurrent(_ attempt: ActivationRecord) throws -> Bool {
        try activations.change { try $0.current(attempt) != nil }
    }

    /// Forgets an activation. False where another flow has removed or replaced it already.
    func forget(_ activation: ActivationRecord) throws -> Bool {
        try activations.change { changes in
            guard let record = try changes.current(activation) else { return false }
            try remove(record, changes)
            return true
        }
    }

    /// Removes the keys, then the record: what is left after a crash can be removed again.
    private func remove(_ record: ActivationRecord, _ changes: ActivationRecords.Changes) throws {
        try keyStore.removeKeys(record.label)
        try changes.remove(at: record.idmIdentifier)
    }
}
