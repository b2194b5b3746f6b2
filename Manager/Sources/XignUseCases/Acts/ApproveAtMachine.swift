import XignDomain
import XignProtocol
import XignStorage

/// Confirms an act at the machine, where the manager has no second administrator who could.
package struct ApproveAtMachine: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Returns: the outcome, with link and PIN where the act is a recovery.
    /// - Throws: `ManagerError` where the act may not be done: it is over, a second administrator can confirm it, or
    ///   its object or its first administrator's rights have changed.
    package func callAsFunction(
        _ id: PendingActID, by operatorName: String
    ) throws -> PerformAct.Outcome {
        let now = context.clock.now()
        let handout = try context.handout(forApproving: id)
        return try context.database.write { transaction in
            guard let pending = try transaction.pendingActs.find(id) else { throw try transaction.refusalOfMissing(id) }
            let locked = try LockedScene(
                pending.act.effect, isApproval: true, by: [pending.accountID],
                policy: transaction.declared.policy(), now: now, transaction)
            let rules = try PendingActRules(pending, locked.scene, transaction)
            if let refusal = rules.refusal(of: nil) { throw refusal.managerError }
            guard handout != nil || !pending.act.effect.issuesActivation else { throw ActRefusal.changed.managerError }
            return try locked.perform(pending, approvedBy: .machine(operatorName), handout)
        }
    }
}

extension Context {
    /// Draws and stretches the PIN of an activation to hand over, which takes a while: never within the transaction.
    /// - Returns: nil where the act hands none over.
    func handout(forApproving id: PendingActID) throws -> ActivationHandout? {
        guard let pending = try database.read({ try $0.pendingActs.find(id) }), pending.act.effect.issuesActivation,
            pending.isOpen(at: clock.now())
        else { return nil }
        return try ActivationHandout(pin: Context.generatePIN(), self)
    }
}
