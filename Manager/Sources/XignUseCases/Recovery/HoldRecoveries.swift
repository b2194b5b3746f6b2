import XignDomain
import XignProtocol
import XignStorage

/// Ends recoveries that a device objects to or whose time is over, and tells people that theirs can go on. Part of each
/// round of housekeeping.
package struct HoldRecoveries: Sendable {
    private enum Step {
        case end(RecoveryStop)
        case tellReady
    }

    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Parameter isStopping: asked before each account; true ends the round.
    package func callAsFunction(isStopping: () -> Bool) throws {
        for account in try context.database.read({ try $0.recoveries.begun() }) {
            if isStopping() { return }
            let now = context.clock.now()
            guard try context.database.read({ try Self.step(account, at: now, $0) }) != nil else { continue }
            try context.database.write { transaction in
                guard try transaction.accounts.lock(account) != nil else { return }
                let step = try Self.step(account, at: now, transaction)
                let act = Performer(actor: .manager, now: now, transaction: transaction)
                switch step {
                case .end(let stop): try act.endRecovery(of: account, by: stop, endsCode: false)
                case .tellReady: try act.tellReady(account)
                case nil: break
                }
            }
        }
    }

    /// - Returns: nil where nothing is due.
    private static func step(_ id: AccountID, at now: Timestamp, _ transaction: any Transaction) throws -> Step? {
        let found: Recovery?
        // A row that somebody has altered counts for nothing, and must not hold up the others.
        do { found = try transaction.recoveries.find(id) } catch is Vault.OpeningError { return .end(.time) }
        guard let recovery = found, let begun = recovery.begun, let account = try transaction.accounts.find(id: id)
        else { return nil }
        guard let open = recovery.open(at: now) else { return .end(.time) }
        let rules = RecoveryRules(account: account, recovery: recovery, now: now, transaction: transaction)
        if try rules.use(since: open) != nil { return .end(.use) }
        return now >= begun.readyAt && !begun.isReadyTold ? .tellReady : nil
    }
}

extension Performer {
    fileprivate func tellReady(_ account: AccountID) throws {
        guard let recovery = try transaction.recoveries.find(account), let begun = recovery.begun else { return }
        try transaction.recoveries.save(recovery.toldReady)
        try tell(.recoveryReady, of: account, recovery: begun)
    }
}
