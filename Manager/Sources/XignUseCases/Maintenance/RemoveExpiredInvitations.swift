import XignDomain
import XignStorage

/// Removes the terms of invitations that have expired, and the accounts of those that nobody has accepted: they hold
/// the address of a person who may never have heard of this manager.
struct RemoveExpiredInvitations {
    let now: Timestamp
    let transaction: any Transaction

    /// - Returns: the number of invitations; fewer than `limit` means that none is left.
    func callAsFunction(before: Timestamp, limit: Int) throws -> Int {
        let expired = try transaction.invitations.expired(before: before, limit: limit)
        for id in expired {
            guard let activation = try transaction.activations.find(id), try isAbandoned(activation) else {
                try transaction.invitations.remove(id)
                continue
            }
            _ = try transaction.accounts.lock(activation.accountID)
            try transaction.audit.append(
                AuditEvent(.invitationExpired, at: now, accountID: activation.accountID, activationID: id))
            try transaction.accounts.remove(activation.accountID)
        }
        return expired.count
    }

    /// True if the account is still the placeholder that the invitation made, and waits for no other device.
    private func isAbandoned(_ activation: Activation) throws -> Bool {
        guard activation.state == .pending || activation.state == .void,
            let terms = try transaction.invitations.find(activation.id),
            try transaction.invitations.isPlaceholder(activation.accountID, of: terms)
        else { return false }
        return try transaction.activations.current(of: activation.accountID, at: now).isEmpty
    }
}
