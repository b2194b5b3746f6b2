import XignDomain
import XignProtocol
import XignStorage

/// An act on an account or on one of its devices. Every effect is recorded in the audit log and told to the account's
/// devices, in the transaction of the effect.
struct Performer {
    enum Actor {
        case device(ActivationID)
        /// An operator with the commands, by the name of the user at the operating system.
        case machine(String)
        /// An administrator at the console, with the name of the account.
        case administrator(AccountID, name: String)
    }

    let actor: Actor
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
    ///   - scope: the scope of the grant concerned; nil where none is.
    ///   - detail: an explanation for auditors, before the reason.
    func record(
        _ event: AuditEvent.Kind, _ notice: NoticeEvent.Kind, of account: AccountID, device: Activation? = nil,
        scope: Scope? = nil, detail: String? = nil
    ) throws {
        try audit(event, of: account, device: device, scope: scope, detail: detail)
        try transaction.notices.append(
            NoticeEvent(
                notice, at: now, accountID: account, actor: actor.activationID, browserSession: browserSession,
                device: device.flatMap { $0.alias.isEmpty ? nil : $0.alias }, operatorName: actor.operatorName))
    }

    /// Appends the audit event of an effect that no device is told about.
    func audit(
        _ event: AuditEvent.Kind, of account: AccountID, device: Activation? = nil, scope: Scope? = nil,
        detail: String? = nil
    ) throws {
        let confirming = actor.activationID.flatMap { $0 == device?.id ? nil : "by activation \($0)" }
        let details = [detail, confirming, reason?.auditText].compactMap { $0 }
        try transaction.audit.append(
            AuditEvent(
                event, at: now, accountID: account, activationID: device?.id, organizationID: scope?.organization,
                sessionID: confirmedIn, approvalID: approvedIn, actor: actor.auditActor, network: network,
                detail: details.isEmpty ? nil : details.joined(separator: ": ")))
    }
}

extension Performer.Actor {
    fileprivate var activationID: ActivationID? {
        switch self {
        case .device(let id): id
        case .machine, .administrator: nil
        }
    }

    /// Nil for the usual actor of an event's kind.
    fileprivate var auditActor: AuditEvent.Actor? {
        switch self {
        case .device: nil
        case .machine(let name): .machine(name)
        case .administrator(let account, _): .administrator(account)
        }
    }

    var operatorName: String? {
        switch self {
        case .device: nil
        case .machine(let name), .administrator(_, let name): name
        }
    }
}
