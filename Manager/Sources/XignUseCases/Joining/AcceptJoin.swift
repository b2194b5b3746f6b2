import Metrics
import XignDomain
import XignStorage

// A person with an account joins by a link for many: an act that a device confirms.

extension Performer {
    /// Adds membership and roles to an account, and uses up a place of the link.
    /// - Parameter device: the activation that has confirmed it.
    /// - Returns: false where the link admits nobody now. Nothing has changed then.
    func accept(_ id: JoinLinkID, with device: Activation) throws -> Bool {
        guard let link = try transaction.joinLinks.lock(id), try transaction.state(of: link, at: now) == .open,
            try transaction.joinLinks.take(id)
        else { return false }
        try transaction.organizations.add(account: device.accountID, to: link.organizationID)
        for role in link.roles { try transaction.services.assign(role: role, to: device.accountID) }
        try audit(
            .accountJoined, of: device.accountID, scope: .organization(link.organizationID),
            detail: AuditEvent.detail(naming: id))
        try record(.membershipAdded, .membershipAdded, of: device.accountID)
        transaction.count(transaction.metrics.joins[Both(.link, .completed)])
        return true
    }
}

extension Transaction {
    /// True if a link gives an account something that it does not have.
    func adds(_ id: JoinLinkID, to account: AccountID) throws -> Bool {
        guard let link = try joinLinks.find(id) else { return false }
        let isMember = try organizations.organizations(of: account).contains { $0.id == link.organizationID }
        return try !isMember || !Set(link.roles).isSubset(of: services.assignedRoles(to: account))
    }
}
