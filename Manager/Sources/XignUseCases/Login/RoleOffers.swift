import XignDomain
import XignProtocol
import XignStorage

/// The roles in which a process can be confirmed, with the alternatives that count: `start` offers them, `prepare`
/// writes one into the statement, and `finish` demands one of its alternatives.
struct RoleOffers {
    let policy: Policy
    let transaction: any Transaction

    /// - Returns: the roles that an account holds at the session's service, with what both the policy's factors and the
    ///   website's demands allow.
    func roles(in process: Process, of account: AccountID) throws -> [Role] {
        let permitted = try permittedRoles(in: process, of: account)
        return process.goal.login?.requirements.meeting(permitted) ?? permitted
    }

    /// Judges an account before its device's claim takes effect: a process that is refused to one goes on waiting for
    /// another.
    /// - Returns: the roles, at least one; or the reason why the account may not log in (OpenID Connect Core, sections
    ///   3.1.2.2 and 5.5.1.1).
    func eligibility(of account: AccountID, for process: Process) throws -> Result<[Role], ProtocolError> {
        let permitted = try permittedRoles(in: process, of: account)
        guard !permitted.isEmpty else { return .failure(ProtocolError(.notAMember)) }
        guard let requirements = process.goal.login?.requirements else { return .success(permitted) }
        guard requirements.admits(account: account) else { return .failure(ProtocolError(.otherAccount)) }
        let roles = requirements.meeting(permitted)
        return roles.isEmpty ? .failure(ProtocolError(.unmetRequirements)) : .success(roles)
    }

    /// A refusal in the words of the audit log.
    static func reason(_ refusal: ProtocolErrorCode) -> String {
        switch refusal {
        case .otherAccount: "the website demanded another account"
        case .unmetRequirements: "no role has the authentication that the website demanded"
        default: "not a member, or without a role"
        }
    }

    private func permittedRoles(in process: Process, of account: AccountID) throws -> [Role] {
        try transaction.services.roles(of: process.serviceID, heldBy: account).compactMap {
            $0.offered(to: policy.factors)
        }
    }
}
