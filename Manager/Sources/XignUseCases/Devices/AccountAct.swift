import XignDomain
import XignProtocol
import XignStorage

/// An act on an account or on one of its devices. Every effect is recorded in the audit log and told to the account's
/// devices, in the transaction of the effect.
struct AccountAct {
    enum Actor {
        case device(ActivationID)
        /// An operator, by the name of the user at the operating system.
        case operatorNamed(String)
    }

    let actor: Actor
    /// The process whose statement confirms the act, as its evidence; nil for an act that needs none.
    var confirmedIn: SessionID?
    let now: Timestamp
    let transaction: any Transaction

    /// Appends the audit event and the notice of an effect.
    /// - Parameter device: the activation concerned, as it is after the effect; nil where the account is.
    func record(_ event: AuditEvent.Kind, _ notice: NoticeEvent.Kind, of account: AccountID, device: Activation? = nil)
        throws
    {
        try audit(event, of: account, device: device)
        try transaction.notices.append(
            NoticeEvent(
                notice, at: now, accountID: account, actor: actor.activationID,
                device: device.flatMap { $0.alias.isEmpty ? nil : $0.alias }, operatorName: actor.operatorName))
    }

    /// Appends the audit event of an effect that no device is told about.
    func audit(_ event: AuditEvent.Kind, of account: AccountID, device: Activation? = nil) throws {
        try transaction.audit.append(
            AuditEvent(
                event, at: now, accountID: account, activationID: device?.id, sessionID: confirmedIn,
                operatorName: actor.operatorName,
                detail: actor.activationID.flatMap { $0 == device?.id ? nil : "by activation \($0)" }))
    }
}

extension AccountAct.Actor {
    fileprivate var activationID: ActivationID? {
        switch self {
        case .device(let id): id
        case .operatorNamed: nil
        }
    }

    fileprivate var operatorName: String? {
        switch self {
        case .device: nil
        case .operatorNamed(let name): name
        }
    }
}
