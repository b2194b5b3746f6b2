import XignDomain
import XignProtocol
import XignStorage

/// A confirmed login that is about to have an effect: tokens for its code, or claims for its token.
///
/// A confirmation must not outlive a lockout, a revocation, or the end of a membership.
struct ConfirmedLogin {
    let serviceID: ServiceID
    let accountID: AccountID
    let activationID: ActivationID
    let roleName: String

    init(_ code: AuthorizationCode) {
        (serviceID, accountID) = (code.serviceID, code.accountID)
        (activationID, roleName) = (code.activationID, code.roleName)
    }

    init(_ token: AccessToken) {
        (serviceID, accountID) = (token.serviceID, token.accountID)
        (activationID, roleName) = (token.activationID, token.roleName)
    }

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
        guard let activation = try transaction.activations.find(activationID), activation.state == .active,
            let account = try transaction.accounts.find(id: accountID), account.isActive
        else { return .failure(.notActive) }
        let roles = try transaction.services.roles(of: serviceID, heldBy: account.id)
        guard roles.contains(where: { $0.name.hasSameBytes(as: roleName) }) else {
            return .failure(.roleWithdrawn)
        }
        return activation.lockout.pending(at: now) == nil ? .success(activation) : .failure(.lockedOut)
    }
}
