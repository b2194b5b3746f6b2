import XignDomain
import XignProtocol
import XignStorage

/// The rules under which a person recovers their account. Each step reads them in its own transaction, behind the
/// lock of the account; `Models/recovery.pml` has the reasons.
struct RecoveryRules {
    let account: Account
    let recovery: Recovery
    let now: Timestamp
    let transaction: any Transaction

    /// - Returns: nil where the next step may be done: the begin, or the end of a recovery that is ready.
    func refusal() throws -> RecoveryRefusal? {
        guard account.isActive else { return .accountDisabled }
        guard try transaction.administratorGrants.all(of: account.id).isEmpty else { return .administrator }
        guard let open = recovery.open(at: now) else {
            return recovery.hasTooManyBegins(at: now) ? .tooManyBegins : nil
        }
        return try use(since: open).map { .used(at: $0) }
    }

    /// Returns the moment of the last use of a device that objects to a recovery; nil for none.
    ///
    /// A use is a confirmation that another factor than the device has signed: who has a phone without its PIN does
    /// not object. The connection of another device is one, too.
    func use(since open: Recovery.Begun) throws -> Timestamp? {
        // Those that have ended have objected as well.
        let activations = try transaction.activations.all(of: account.id)
        let connected = activations.filter { $0.kind != .recovery && $0.state != .merged }.compactMap(\.personalizedAt)
            .filter { $0 >= open.objectionsFrom }.max()
        let confirmed = try transaction.evidence.lastUse(
            by: activations.map(\.id), of: account.id, since: open.objectionsFrom)
        return [connected, confirmed].compactMap(\.self).max()
    }
}

extension Transaction {
    /// Returns true if an activation that a recovery has issued may become a device now: this recovery is open, names
    /// it, and nothing objects. Otherwise it counts as an expired one.
    ///
    /// The caller has locked the account. Its other activations are locked here, so that a confirmation that is judged
    /// at the same time is either seen as a use, or finds its activation ended.
    func mayBecomeDevice(_ activation: Activation, of account: Account, at now: Timestamp) throws -> Bool {
        let others = try activations.all(of: account.id).map(\.id).filter { $0 != activation.id }
        for other in others.sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) {
            _ = try activations.countAttempt(other)
        }
        guard let recovery = try readableRecovery(of: account.id), case .ready(let open) = recovery.state(at: now),
            open.activationID == activation.id
        else { return false }
        return try RecoveryRules(account: account, recovery: recovery, now: now, transaction: self).refusal() == nil
    }

    /// Locks the account, and judges as `mayBecomeDevice(_:of:at:)`.
    func mayBecomeDevice(
        _ activation: Activation, lockingAccount id: AccountID, at now: Timestamp
    ) throws -> Bool {
        guard let account = try accounts.lock(id) else { return false }
        return try mayBecomeDevice(activation, of: account, at: now)
    }

    /// Finds the recovery of an account.
    /// - Returns: nil also for a row that somebody has altered: it counts for nothing.
    func readableRecovery(of account: AccountID) throws -> Recovery? {
        do { return try recoveries.find(account) } catch is Vault.OpeningError { return nil }
    }
}
