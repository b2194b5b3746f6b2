import XignDomain
import XignStorage

/// Completes a website's request with the account that it demands, and refuses demands that nobody can meet before
/// anybody scans a code.
package struct ResolveRequirements: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Parameters:
    ///   - subject: the pairwise subject that is demanded; nil: any.
    ///   - service: the service's id.
    ///   - isInApp: true for an app that logs in through its own Keycloak.
    /// - Throws: `AuthorizationRefusal`; `StorageError`.
    package func callAsFunction(
        _ authorization: AuthorizationRequest, subject: MappingID?, at service: ServiceID, isInApp: Bool = false
    ) throws -> AuthorizationRequest {
        let policy = try context.policy()
        return try context.database.read { transaction in
            var authorization = authorization
            if let subject {
                guard let account = try transaction.services.account(withMapping: subject, at: service) else {
                    throw AuthorizationRefusal(.loginRequired, "nobody is known here by the sub that is demanded")
                }
                authorization.requirements.accountID = account
            }
            let roles = try transaction.services.roles(of: service)
            let possible = DescribeLogin.channels(of: roles, policy, authorization.requirements)
            guard !possible.isDisjoint(with: isInApp ? [.inApp] : DescribeLogin.browserChannels) else {
                guard authorization.requirements.contextClasses == nil else {
                    throw AuthorizationRefusal.noContextClass
                }
                throw isInApp ? AuthorizationRefusal.noRoleInApp : AuthorizationRefusal.noRole
            }
            return authorization
        }
    }
}
