import XignDomain
import XignStorage

/// Completes a website's request with the account that it demands, and refuses demands that nobody can meet before
/// anybody scans a code.
package struct ResolveRequirements: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Parameters:
    ///   - subject: the pairwise subject that is demanded; nil: any.
    ///   - service: as it was found for this request; the device's `start` judges again.
    ///   - isInApp: true for an app that logs in through its own Keycloak.
    /// - Throws: `AuthorizationRefusal`; `StorageError`.
    package func callAsFunction(
        _ authorization: AuthorizationRequest, subject: MappingID?, at service: DeclaredService, isInApp: Bool = false
    ) throws -> AuthorizationRequest {
        var authorization = authorization
        if let subject {
            let account = try context.database.read {
                try $0.services.account(withMapping: subject, at: service.service.id)
            }
            guard let account else {
                throw AuthorizationRefusal(.loginRequired, "nobody is known here by the sub that is demanded")
            }
            authorization.requirements.accountID = account
        }
        let possible = DescribeLogin.channels(at: service, authorization.requirements)
        guard !possible.isDisjoint(with: isInApp ? [.inApp] : DescribeLogin.browserChannels) else {
            guard authorization.requirements.contextClasses == nil else {
                throw AuthorizationRefusal.noContextClass
            }
            throw isInApp ? AuthorizationRefusal.noRoleInApp : AuthorizationRefusal.noRole
        }
        return authorization
    }
}
