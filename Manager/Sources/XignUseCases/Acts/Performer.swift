import XignDomain
import XignProtocol
import XignStorage

/// An act on an account or on one of its devices. Every effect is recorded in the audit log and told to the account's
/// devices, in the transaction of the effect.
struct Performer {
    let actor: Actor
    /// The name of the administrator's account; nil for any other actor.
    var administratorName: String?
    /// The browser session that asks for the act, if one does. All devices are told then, the actor too: somebody else
    /// may sit at the browser.
    var browserSession: BrowserSessionID?
    /// The process whose statement confirms the act, as its evidence; nil for an act that needs none.
    var confirmedIn: SessionID?
    /// The process that a second administrator has confirmed, where the act needs two.
    var approvedIn: SessionID?
    /// The reason that an administrator has given.
    var reason: Reason?
    /// The network of the browser that asks for the act, as logs name it.
    var network: String?
    let now: Timestamp
    let transaction: any Transaction

    /// Appends the audit event and the notice of an effect.
    /// - Parameters:
    ///   - device: the activation concerned, as it is after the effect; nil where the account is.
    ///   - service: the website concerned; nil where none is.
    ///   - scope: the scope of the grant concerned; nil where none is.
    ///   - recovery: the recovery that the notice can stop; nil where there is none.
    ///   - detail: an explanation for auditors, before the reason.
    func record(
        _ event: AuditEvent.Kind, _ notice: NoticeEvent.Kind, of account: AccountID, device: Activation? = nil,
        service: ServiceID? = nil, scope: Scope? = nil, recovery: Recovery.Begun? = nil, detail: String? = nil
    ) throws {
        try audit(event, of: account, device: device, service: service, scope: scope, detail: detail)
        try tell(notice, of: account, device: device, recovery: recovery)
    }

    /// Appends a notice alone, of what has come about by itself.
    func tell(
        _ notice: NoticeEvent.Kind, of account: AccountID, device: Activation? = nil, recovery: Recovery.Begun? = nil
    ) throws {
        try transaction.notices.append(
            NoticeEvent(
                notice, at: now, accountID: account, actor: activationID, browserSession: browserSession,
                device: device.flatMap { $0.alias.isEmpty ? nil : $0.alias }, operatorName: operatorName,
                subject: recovery.map { .recovery($0) } ?? device.map { .activation($0.id) }))
    }

    /// Appends the audit event of an effect that no device is told about.
    func audit(
        _ event: AuditEvent.Kind, of account: AccountID, device: Activation? = nil, service: ServiceID? = nil,
        scope: Scope? = nil, detail: String? = nil
    ) throws {
        let confirming = activationID.flatMap { $0 == device?.id ? nil : "by activation \($0)" }
        let details = [detail, confirming, reason?.auditText].compactMap { $0 }
        try transaction.audit.append(
            AuditEvent(
                event, at: now, accountID: account, activationID: device?.id, serviceID: service,
                organizationID: scope?.organization, sessionID: confirmedIn, approvalID: approvedIn,
                actor: actor, network: network,
                detail: details.isEmpty ? nil : details.joined(separator: ": ")))
    }

    /// The operator's name, for people who are told of the act; nil for an act of the person's own.
    var operatorName: String? { if case .machine(let name) = actor { name } else { administratorName } }

    private var activationID: ActivationID? { if case .device(let id) = actor { id } else { nil } }
}
