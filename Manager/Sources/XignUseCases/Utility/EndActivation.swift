import XignDomain
import XignProtocol
import XignStorage

/// Ends an activation with everything that rests on it.
///
/// The caller has locked the account: `transaction.accounts.lock`.
struct EndActivation {
    /// The device that ends it; nil for an operator.
    let actor: ActivationID?
    /// The operator who ends it; nil for a device.
    let operatorName: String?
    let now: Timestamp
    let transaction: any Transaction

    /// Revokes an active activation: its processes, grants, codes and tokens end, and so do the activations that it
    /// issued and that wait for their device. Voids a pending one.
    /// - Returns: false, without an effect, for an activation in another state.
    func run(_ activation: Activation, session: SessionID? = nil) throws -> Bool {
        switch activation.state {
        case .active:
            guard try transaction.activations.revoke(activation.id) else { return false }
            try endProven(by: activation)
            try transaction.grants.endAll(of: activation.id, at: now)
            try audit(.activationRevoked, activation.id, of: activation.accountID, session)
        case .pending:
            guard try transaction.activations.void(activation.id) else { return false }
            try audit(.activationVoided, activation.id, of: activation.accountID, session)
        case .revoked, .void, .merged: return false
        }
        try transaction.notices.append(
            NoticeEvent(
                .activationRevoked, at: now, accountID: activation.accountID, actor: actor,
                device: activation.alias.isEmpty ? nil : activation.alias, operatorName: operatorName))
        return true
    }

    /// Ends what the present PIN of an activation has confirmed and nobody has finished: its open processes, its
    /// unspent grants, and the activations that it issued and that wait for their device.
    /// - Parameter grant: the grant that is being spent.
    func endProven(by activation: Activation, except grant: BearerHash? = nil) throws {
        try transaction.processes.endAll(of: activation.id, at: now)
        try transaction.utilityGrants.endAll(of: activation.id, except: grant, at: now)
        for issued in try transaction.activations.voidIssued(by: activation) {
            try audit(.activationVoided, issued, of: activation.accountID, nil)
        }
    }

    private func audit(
        _ kind: AuditEvent.Kind, _ activation: ActivationID, of account: AccountID, _ session: SessionID?
    ) throws {
        try transaction.audit.append(
            AuditEvent(
                kind, at: now, accountID: account, activationID: activation, sessionID: session,
                operatorName: operatorName,
                detail: actor.flatMap { $0 == activation ? nil : "by activation \($0)" }))
    }
}

extension Activation {
    /// The activation as the statement of its revocation names it.
    var subject: ActivationSubject {
        ActivationSubject(
            id: id, alias: alias.isEmpty ? nil : alias, platform: platform, since: personalizedAt?.seconds)
    }
}
