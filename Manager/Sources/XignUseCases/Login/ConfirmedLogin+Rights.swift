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

    /// Finds the activation that confirmed the login, or a right that was withdrawn since.
    func activation(at now: Timestamp, _ transaction: any Transaction) throws -> Result<Activation, Withdrawal> {
        try rights(at: now, transaction).map(\.activation)
    }

    /// Finds the activation that confirmed the login and the role that it was confirmed for, or a right that was
    /// withdrawn since.
    func rights(
        at now: Timestamp, _ transaction: any Transaction
    ) throws -> Result<(activation: Activation, role: Role), Withdrawal> {
        guard let activation = try transaction.activations.find(activationID), activation.state == .active,
            let account = try transaction.accounts.find(id: accountID), account.isActive
        else { return .failure(.notActive) }
        let roles = try transaction.services.roles(of: serviceID, heldBy: account.id)
        guard let role = roles.first(where: { $0.name.hasSameBytes(as: roleName) }) else {
            return .failure(.roleWithdrawn)
        }
        return activation.lockout.pending(at: now) == nil ? .success((activation, role)) : .failure(.lockedOut)
    }
}
