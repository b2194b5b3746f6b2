import XignDomain
import XignProtocol
import XignStorage

/// The end of an activation with everything that rests on it. The caller has locked the account:
/// `transaction.accounts.lock`.
extension Performer {
    /// Revokes an active activation: its processes, grants, codes and tokens end, and so do the activations that it
    /// issued and that wait for their device. Voids a pending one.
    /// - Returns: false, without an effect, for an activation in another state.
    func end(_ activation: Activation) throws -> Bool {
        let event: AuditEvent.Kind
        switch activation.state {
        case .active:
            guard try transaction.activations.revoke(activation.id) else { return false }
            try endProven(by: activation)
            try transaction.grants.endAll(of: activation.id, at: now)
            event = .activationRevoked
        case .pending:
            guard try transaction.activations.void(activation.id) else { return false }
            event = .activationVoided
        case .revoked, .void, .merged: return false
        }
        try record(event, .activationRevoked, of: activation.accountID, device: activation)
        return true
    }

    /// Ends what the present PIN of an activation has confirmed and nobody has finished: its open processes, its
    /// unspent grants, and the activations that it issued and that wait for their device.
    /// - Parameter grant: the grant that is being spent.
    func endProven(by activation: Activation, except grant: BearerHash? = nil) throws {
        try transaction.processes.endAll(of: activation.id, at: now)
        try transaction.utilityGrants.endAll(of: activation.id, except: grant, at: now)
        for id in try transaction.activations.voidIssued(by: activation) {
            try audit(.activationVoided, of: activation.accountID, device: try transaction.activations.find(id))
        }
    }
}
