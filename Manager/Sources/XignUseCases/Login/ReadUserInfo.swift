import XignDomain
import XignStorage

/// Reads the claims that an access token gives access to (OpenID Connect Core, section 5.3).
package struct ReadUserInfo: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Returns: the pairwise subject and the released claims; nil for a token that is unknown, has expired, or whose
    ///   login rested on a right that was withdrawn since.
    package func callAsFunction(_ token: String) throws -> (subject: MappingID, released: ReleasedClaims)? {
        let now = context.clock.now()
        return try context.database.read { transaction in
            guard let token = try transaction.grants.token(hash: BearerHash(of: token)),
                now.isBefore(token.expiresAt, ofLifetime: AccessToken.lifetimeSeconds),
                let service = try transaction.services.find(id: token.serviceID), service.isActive,
                case .success = try ConfirmedLogin(token).activation(at: now, transaction)
            else { return nil }
            let released = try ReleasedClaims(of: service) {
                try transaction.attributeReleases.find(token.sessionID, activation: token.activationID)
            }
            return (token.mappingID, released)
        }
    }
}
