import XignDomain
import XignProtocol
import XignStorage

/// The scene of an administrator's act behind the locks of all that the act may change. Pages, commands and second
/// confirmations come to an effect only by one; `apply` and `restore`, which hold the locks already, call `Performer`.
///
/// The account comes before its activations in every transaction that changes several of them, several accounts come in
/// the order of their ids, and the administrators come last.
struct LockedScene {
    let scene: ActScene
    let transaction: any Transaction

    /// Takes the locks, and then reads once.
    /// - Parameters:
    ///   - isApproval: true for the second confirmation of the act.
    ///   - actors: the accounts that act; none for the machine. One that was removed is missing in the scene.
    init(
        _ effect: Administration.Effect, isApproval: Bool = false, by actors: Set<AccountID> = [], policy: Policy,
        now: Timestamp,
        _ transaction: any Transaction
    ) throws {
        let object = try transaction.account(of: effect.definition.object)?.0
        let accounts = actors.union(object.map { [$0] } ?? [])
        for account in accounts.sorted(by: { $0.text < $1.text }) { _ = try transaction.accounts.lock(account) }
        try transaction.lockAdministrators()
        scene = try ActScene(
            of: effect, isApproval: isApproval, by: actors, policy: policy, now: now, transaction)
        self.transaction = transaction
    }

    /// Does an act that has its second confirmation, in the name of the administrator who confirmed it first. The
    /// confirmation is an event of its own, by the second one.
    /// - Parameters:
    ///   - approval: the second one's process; nil for the machine.
    ///   - handout: inserted by an act that hands an activation over; nil for any other.
    func perform(
        _ pending: PendingAct, approvedBy party: Actor, in approval: SessionID? = nil, _ handout: ActivationHandout?
    ) throws -> PerformAct.Outcome {
        guard let object = scene.object, let actor = scene.actors[pending.accountID]?.account,
            try transaction.pendingActs.remove(pending.id)
        else { return .refused(.notThere) }
        try transaction.audit.append(
            AuditEvent(
                .actApproved, at: scene.now, accountID: object.account.id, activationID: object.device?.id,
                organizationID: scene.effect.grantScope?.organization, sessionID: pending.process,
                approvalID: approval, actor: party, network: party.network, detail: scene.effect.name.rawValue))
        let performer = Performer(
            actor: .administrator(actor.id), administratorName: actor.name, confirmedIn: pending.process,
            approvedIn: approval, reason: pending.act.reason, network: party.network, now: scene.now,
            transaction: transaction)
        let issued = try perform(by: performer, handout: handout)
        return issued.map { .recoveryIssued($0, object.account) } ?? .administered(scene.effect)
    }
}
