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
    /// Inserted by a recovery; nil for any other act.
    let handout: ActivationHandout?
    let now: Timestamp
    let transaction: any Transaction

    /// Does an act, or keeps it for a second administrator.
    func perform(_ administration: Administration) throws -> PerformAct.Outcome {
        guard let object = try AdministeredObject(administration.effect, transaction),
            let actor = try transaction.accounts.find(id: requested.accountID)
        else { return .refused(.notThere) }
        let level = administration.effect.level(by: actor.id, onHolderOfManagerGrant: object.holdsManagerGrant)
        guard level < .twoPersons else { return .awaitsApproval(try keep(administration, about: object)) }
        _ = try Performer(
            actor: .administrator(actor.id, name: actor.name), confirmedIn: process, reason: administration.reason,
            network: session.network, now: now, transaction: transaction
        ).perform(administration.effect, on: object)
        return .administered(administration.effect)
    }

    /// Does the act that another administrator has confirmed before.
    func approve(_ id: PendingActID) throws -> PerformAct.Outcome {
        guard let pending = try transaction.pendingActs.find(id) else { return .refused(.notThere) }
        return try transaction.perform(pending, approvedBy: .session(session), in: process, handout, at: now)
    }

    private func keep(_ administration: Administration, about object: AdministeredObject) throws -> PendingActID {
        let pending = PendingAct(
            id: .random(), act: administration, object: object.digest, text: requested.text,
            accountID: requested.accountID, process: process, createdAt: confirmedAt)
        try transaction.pendingActs.insert(pending)
        try transaction.audit.append(
            AuditEvent(
                .actRequested, at: now, accountID: object.account.id, activationID: object.device?.id,
                organizationID: administration.effect.grantScope?.organization, sessionID: process,
                actor: .administrator(requested.accountID), network: session.network,
                detail: "\(administration.effect.type): \(administration.reason.auditText)"))
        return pending.id
    }
}

extension Transaction {
    /// Does an act that has its second confirmation, in the name of the administrator who confirmed it first. The
    /// confirmation is an event of its own, by the second one.
    /// - Parameter approval: the second one's process; nil for the machine.
    func perform(
        _ pending: PendingAct, approvedBy party: Operator, in approval: SessionID? = nil,
        _ handout: ActivationHandout?, at now: Timestamp
    ) throws -> PerformAct.Outcome {
        let effect = pending.act.effect
        guard let object = try AdministeredObject(effect, self),
            let actor = try accounts.find(id: pending.accountID), try pendingActs.remove(pending.id)
        else { return .refused(.notThere) }
        try audit.append(
            AuditEvent(
                .actApproved, at: now, accountID: object.account.id, activationID: object.device?.id,
                organizationID: effect.grantScope?.organization, sessionID: pending.process, approvalID: approval,
                actor: party.actor, network: party.network, detail: effect.type))
        let issued = try Performer(
            actor: .administrator(actor.id, name: actor.name), confirmedIn: pending.process, approvedIn: approval,
            reason: pending.act.reason, network: party.network, now: now, transaction: self
        ).perform(effect, on: object, handout: handout)
        return issued.map { .recoveryIssued($0, object.account) } ?? .administered(effect)
    }
}

extension Reason {
    /// The reason in the words of the audit log.
    var auditText: String { identityCheck.map { "\($0.rawValue): \(text)" } ?? text }
}
