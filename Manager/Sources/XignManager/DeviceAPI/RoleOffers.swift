import XignDomain
import XignProtocol
import XignStorage

/// The roles in which a session can be confirmed, with the alternatives that count: `start` offers them, `prepare` writes them into
/// the statement, and `finish` demands one of them.
struct RoleOffers {
    let policy: Policy
    let transaction: any Transaction

    /// - Returns: the roles that an account holds at the session's service and that the policy's factors can meet.
    func roles(in session: LoginSession, of account: String) throws -> [Role] {
        try transaction.services.roles(of: session.serviceID, heldBy: account).compactMap {
            $0.offered(to: policy.factors)
        }
    }
}
