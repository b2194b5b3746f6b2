import XignDomain
import XignStorage

extension Performer {
    /// Locks an active activation for good, as too many wrong PINs do: all that it has confirmed and nobody has
    /// finished ends, and so do its codes, tokens and browser sessions. Its entry stays, so that its logins can be
    /// looked at. The caller has locked the account.
    /// - Parameters:
    ///   - event: the event that the audit log gets.
    ///   - notice: the notice to the account's devices and to its person.
    /// - Returns: false, without an effect, for an activation that is not active or is locked for good.
    func lock(
        _ activation: Activation, event: AuditEvent.Kind = .deviceLocked, notice: NoticeEvent.Kind = .deviceLocked
    ) throws -> Bool {
        guard activation.isUsable else { return false }
        var lockout = activation.lockout
        lockout.isPermanent = true
        // Its place in the list of locked devices, which begins with the newest.
        lockout.lockedUntil = now
        try transaction.activations.save(lockout: lockout, of: activation.id)
        try endProven(by: activation)
        try transaction.grants.endAll(of: activation.id, at: now)
        try record(event, notice, of: activation.accountID, device: activation)
        return true
    }
}
