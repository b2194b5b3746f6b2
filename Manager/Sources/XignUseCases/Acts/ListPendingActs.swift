import XignDomain
import XignStorage

/// Lists the acts that wait for a second administrator.
package struct ListPendingActs: Sendable {
    /// An act with the names that its page shows.
    package struct Entry: Sendable {
        package let pending: PendingAct
        /// The object as it is now; nil where it was removed.
        package let object: AdministeredObject?
        /// The name of the administrator who confirmed it first.
        package let requestedBy: String
        /// The reason why the reader cannot confirm it; nil where they can.
        package let refusal: ActRefusal?
        package let mayWithdraw: Bool
    }

    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Returns: the acts, newest first; nil where the operator may not see them. Each administrator has a few at most
    ///   (`PendingAct.openPerAccount`).
    package func callAsFunction(for party: Actor) throws -> [Entry]? {
        let now = context.clock.now()
        return try context.database.read { transaction in
            guard let authority = try Authority(party, for: .listPendingActs, at: now, transaction) else { return nil }
            let policy = try transaction.declared.policy()
            return try transaction.pendingActs.all(begunAfter: now - PendingAct.maximumSeconds)
                .filter { $0.isOpen(at: now) }
                .map { try entry($0, for: party, authority, policy, transaction) }
        }
    }

    /// Finds one act.
    /// - Returns: nil where there is none, and where the operator may not see it: the same answer.
    package func find(_ id: PendingActID, for party: Actor) throws -> Entry? {
        let now = context.clock.now()
        return try context.database.read { transaction in
            guard let authority = try Authority(party, for: .listPendingActs, at: now, transaction),
                let pending = try transaction.pendingActs.find(id), pending.isOpen(at: now)
            else { return nil }
            return try entry(pending, for: party, authority, transaction.declared.policy(), transaction)
        }
    }

    private func entry(
        _ pending: PendingAct, for party: Actor, _ authority: Authority, _ policy: Policy,
        _ transaction: any Transaction
    ) throws -> Entry {
        let now = context.clock.now()
        let reader = authority.account?.id
        let scene = try ActScene(
            of: pending.act.effect, isApproval: true, by: [pending.accountID, reader ?? pending.accountID],
            policy: policy, now: now, transaction)
        return Entry(
            pending: pending, object: scene.object,
            requestedBy: scene.actors[pending.accountID]?.account.name ?? "",
            refusal: try PendingActRules(pending, scene, transaction).refusal(of: reader),
            mayWithdraw: try transaction.mayWithdraw(scene.object, party, at: now))
    }
}
