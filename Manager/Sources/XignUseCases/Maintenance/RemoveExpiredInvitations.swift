import Metrics
import XignDomain
import XignProtocol
import XignStorage

/// Removes the terms of invitations that have expired, and the accounts of those that nobody has accepted: they hold
/// the address of a person who may never have heard of this manager, or a name and a place that others may want.
struct RemoveExpiredInvitations {
    let now: Timestamp
    let transaction: any Transaction

    /// - Parameters:
    ///   - before: the moment before which invitations of operators have expired.
    ///   - joinsBefore: the moment for those that people have made with a join link, or by registering.
    /// - Returns: the number of invitations; fewer than `limit` means that none is left.
    func callAsFunction(before: Timestamp, joinsBefore: Timestamp, limit: Int) throws -> Int {
        let expired = try transaction.invitations.expired(before: before, joinsBefore: joinsBefore, limit: limit)
        for id in expired {
            if try !transaction.removePlaceholder(of: id, at: now) { try transaction.invitations.remove(id) }
        }
        return expired.count
    }
}

extension Transaction {
    /// Removes an account that is still the placeholder which its invitation made, with the place that it holds.
    /// - Parameter isCancelled: true removes one whose code still waits for its device.
    /// - Returns: false where the account is another one, or waits for another device. Nothing has changed then.
    func removePlaceholder(
        of id: ActivationID, at now: Timestamp, isCancelled: Bool = false, by actor: Actor? = nil
    ) throws -> Bool {
        guard let found = try activations.find(id), try accounts.lock(found.accountID) != nil,
            let activation = try activations.find(id),
            activation.state == .pending || activation.state == .void,
            let terms = try invitations.find(id), try invitations.isPlaceholder(activation.accountID, of: terms),
            try activations.current(of: activation.accountID, at: now).allSatisfy({ isCancelled && $0.id == id })
        else { return false }
        try audit.append(
            AuditEvent(.invitationExpired, at: now, accountID: activation.accountID, activationID: id, actor: actor))
        try accounts.remove(activation.accountID)
        count(.ended, of: terms)
        return true
    }
}
