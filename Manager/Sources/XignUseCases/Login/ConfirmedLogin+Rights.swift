import XignDomain
import XignProtocol
import XignStorage

/// The rights that a confirmed login rests on. Each use looks at them in its transaction: a confirmation must not
/// outlive a lockout, a revocation, or the end of a membership.
extension ConfirmedLogin {
    /// A right that the login rested on, and that was withdrawn.
    enum Withdrawal: Error {
        /// The account is disabled, or the activation revoked.
        case notActive
        /// The account has left the organization, or holds the role no longer.
        case roleWithdrawn
        /// A lockout is pending, for a time or for good.
        case lockedOut
    }

    /// The rights of a login, as one transaction sees them.
    struct Rights {
        /// The activation that confirmed the login.
        let activation: Activation
        /// The role that it was confirmed for.
        let role: Role
        /// The roles that the account holds at the service.
        let roles: [Role]
    }

    /// Finds the rights that the login rests on, or one that was withdrawn since.
    /// - Parameter service: the login's service.
    func rights(
        at now: Timestamp, _ service: DeclaredService, _ transaction: any Transaction
    ) throws -> Result<Rights, Withdrawal> {
        guard let standing = try transaction.standings.find(activationID, at: service), standing.isActive,
            standing.account.id == accountID
        else { return .failure(.notActive) }
        guard let role = standing.roles.first(where: { $0.name.hasSameBytes(as: roleName) }) else {
            return .failure(.roleWithdrawn)
        }
        guard standing.activation.lockout.pending(at: now) == nil else { return .failure(.lockedOut) }
        return .success(Rights(activation: standing.activation, role: role, roles: standing.roles))
    }
}
