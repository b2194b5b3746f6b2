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
        guard scene.level(by: actor.id) < .twoPersons else {
            return .awaitsApproval(try keep(administration, about: object))
        }
        _ = try locked.perform(
            by: Performer(
                actor: .administrator(actor.id), administratorName: actor.name, confirmedIn: process,
                reason: administration.reason, network: session.network, now: scene.now,
                transaction: locked.transaction))
        return .administered(administration.effect)
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
