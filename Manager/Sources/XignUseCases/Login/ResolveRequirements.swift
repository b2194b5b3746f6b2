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
    /// - Throws: `AuthorizationRefusal`; `StorageError`.
    package func callAsFunction(
        _ authorization: AuthorizationRequest, subject: MappingID?, at service: ServiceID
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
            guard !DescribeLogin.channels(of: roles, policy, authorization.requirements).isEmpty else {
                throw authorization.requirements.contextClasses == nil
                    ? AuthorizationRefusal.noRole : AuthorizationRefusal.noContextClass
            }
            return authorization
        }
    }
}
