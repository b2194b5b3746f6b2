import Metrics
import XignDomain
import XignProtocol
import XignStorage

/// The words of the audit log for a change of a recovery code.
enum RecoveryCodeChange {
    static let made = "made"
    static let removed = "removed"
    /// By a stop on the account pages, by an operator's activation, or since its row was altered.
    static let ended = "ended"
}

/// The ends of recoveries. The caller has locked the account.
extension Performer {
    /// Ends the recovery of an account that was begun, with the activation that it has issued.
    /// - Parameter endsCode: the recovery code ends, too. A row that somebody has altered goes in any case.
    /// - Returns: true if a recovery was begun.
    @discardableResult
    func endRecovery(of account: AccountID, by stop: RecoveryStop, endsCode: Bool) throws -> Bool {
        let recoveries = transaction.recoveries
        let found: Recovery?
        do { found = try recoveries.find(account) } catch is Vault.OpeningError {
            try recoveries.remove(of: account)
            try audit(.recoveryCodeChanged, of: account, detail: RecoveryCodeChange.ended)
            try recordStop(of: account, by: stop)
            return true
        }
        guard let found else { return false }
        if endsCode {
            try recoveries.remove(of: account)
            try audit(.recoveryCodeChanged, of: account, detail: RecoveryCodeChange.ended)
        } else if found.begun != nil {
            try recoveries.save(found.stopped)
        }
        return try recordEnd(found, by: stop)
    }

    /// Records the end of a recovery that was begun, and voids the activation that it has issued.
    /// - Returns: false where none was.
    @discardableResult
    func recordEnd(_ recovery: Recovery, by stop: RecoveryStop) throws -> Bool {
        guard let begun = recovery.begun else { return false }
        if let issued = begun.activationID, try transaction.activations.void(issued) {
            try audit(.activationVoided, of: recovery.accountID, device: try transaction.activations.find(issued))
        }
        try recordStop(of: recovery.accountID, by: now < begun.endsAt ? stop : .time)
        return true
    }

    private func recordStop(of account: AccountID, by stop: RecoveryStop) throws {
        try record(.recoveryStopped, .recoveryStopped, of: account, detail: stop.rawValue)
        transaction.count(transaction.metrics.recoveries[RecoveryOutcome(stop)])
    }

    /// Makes the device of a recovery the account's only one: all other activations end with what they have confirmed,
    /// browsers are logged out, and the recovery code is used up.
    /// - Parameter activation: as it is since it became active.
    func completeRecovery(by activation: Activation) throws {
        let account = activation.accountID
        for other in try transaction.activations.all(of: account) where other.id != activation.id {
            try endReplaced(other)
        }
        _ = try transaction.browserSessions.endAll(of: account)
        try transaction.recoveries.remove(of: account)
        try record(.recoveryCompleted, .recoveryCompleted, of: account, device: activation)
        transaction.count(transaction.metrics.recoveries[.completed])
    }

    /// Ends an activation without a notice of its own: that of the recovery says it.
    private func endReplaced(_ activation: Activation) throws {
        switch activation.state {
        case .active:
            guard try transaction.activations.revoke(activation.id) else { return }
            try endProven(by: activation)
            try transaction.grants.endAll(of: activation.id, at: now)
            try audit(.activationRevoked, of: activation.accountID, device: activation)
        case .pending:
            guard try transaction.activations.void(activation.id) else { return }
            try audit(.activationVoided, of: activation.accountID, device: activation)
        case .revoked, .void, .merged: break
        }
    }
}

extension RecoveryOutcome {
    fileprivate init(_ stop: RecoveryStop) {
        self =
            switch stop {
            case .device: .stoppedByDevice
            case .use: .stoppedByUse
            case .link: .stoppedByLink
            case .operator: .stoppedByOperator
            case .time: .expired
            }
    }
}
