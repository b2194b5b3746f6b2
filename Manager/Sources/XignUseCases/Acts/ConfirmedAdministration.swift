import XignDomain
import XignProtocol
import XignStorage

/// An act that an administrator has confirmed on a device, in the transaction that does it. `ActRules` have allowed it.
struct ConfirmedAdministration {
    /// The process that the administrator has confirmed.
    let process: SessionID
    let requested: RequestedAct
    /// The moment at which the signed statement was issued.
    let confirmedAt: Timestamp
    /// The session that asks for the effect.
    let session: BrowserSession
    let locked: LockedScene

    /// Does an act, or keeps it for a second administrator.
    func perform(_ administration: Administration) throws -> PerformAct.Outcome {
        let scene = locked.scene
        guard let object = scene.object, let actor = scene.actors[requested.accountID]?.account else {
            return .refused(.notThere)
        }
        let performer = Performer(
            actor: .administrator(actor.id), administratorName: actor.name, confirmedIn: process,
            reason: administration.reason, network: session.network, now: scene.now, transaction: locked.transaction)
        guard scene.level(by: actor.id) < .twoPersons else {
            return try begin(administration, about: object, by: actor.id, performer)
        }
        _ = try locked.perform(by: performer)
        return .administered(administration.effect)
    }

    /// Keeps an act for a second administrator. Its first effect takes place before, where one person may do that: the
    /// second one confirms the act about the object as it is then.
    private func begin(
        _ administration: Administration, about object: AdministeredObject, by actor: AccountID, _ performer: Performer
    ) throws -> PerformAct.Outcome {
        guard let first = administration.effect.definition.firstEffect,
            first.level(by: actor, onHolderOfManagerGrant: object.holdsManagerGrant) < .twoPersons
        else { return .awaitsApproval(try keep(administration, about: object)) }
        let (transaction, scene) = (locked.transaction, locked.scene)
        let begun = try LockedScene(first, by: [actor], policy: scene.policy, now: scene.now, transaction)
        if let refusal = begun.scene.refusal(of: actor) { return .refused(refusal) }
        _ = try begun.perform(by: performer)
        guard let left = try AdministeredObject(administration.effect, transaction) else { return .refused(.notThere) }
        return .begun(administration.effect.name, try keep(administration, about: left))
    }

    private func keep(_ administration: Administration, about object: AdministeredObject) throws -> PendingActID {
        let pending = PendingAct(
            id: .random(), act: administration, object: object.digest, text: requested.text,
            accountID: requested.accountID, process: process, createdAt: confirmedAt)
        try locked.transaction.pendingActs.insert(pending)
        try locked.transaction.audit.append(
            AuditEvent(
                .actRequested, at: locked.scene.now, accountID: object.account.id, activationID: object.device?.id,
                organizationID: administration.effect.grantScope?.organization, sessionID: process,
                actor: .administrator(requested.accountID), network: session.network,
                detail: "\(administration.effect.name.rawValue): \(administration.reason.auditText)"))
        return pending.id
    }
}

extension Reason {
    /// The reason in the words of the audit log.
    var auditText: String { identityCheck.map { "\($0.rawValue): \(text)" } ?? text }
}
