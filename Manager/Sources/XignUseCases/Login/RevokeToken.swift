import XignDomain
import XignProtocol
import XignStorage

/// Revokes an access token, or a refresh token with everything that came of it (RFC 7009, section 2.1).
package struct RevokeToken: Sendable {
    package enum Outcome: Sendable {
        /// The token is void, or never was one.
        case revoked
        /// The client was switched off, its credentials were replaced, or its assertion was used before.
        case invalidClient
        /// The proof of possession was used before.
        case usedProof
        /// The token is another client's.
        case otherClient
    }

    private let token: String
    private let client: AuthenticatedClient

    /// - Parameter client: authenticated.
    package init(token: String, client: AuthenticatedClient) { (self.token, self.client) = (token, client) }

    package func callAsFunction(_ context: Context) async throws -> Outcome {
        // A token that does not exist, which anybody can send, must not wait in the queue of writers. A client with an
        // assertion is not anybody, and has its assertion used up.
        guard try client.assertion != nil || context.database.read({ try $0.issued(token) }) != nil else {
            return .revoked
        }
        let now = context.clock.now()
        return try await context.database.write { transaction in
            let service: Service
            switch try client.admitted(in: transaction) {
            case .success(let admitted): service = admitted.service
            case .failure(.invalidClient): return .invalidClient
            case .failure(.usedProof): return .usedProof
            }
            guard let issued = try transaction.issued(token) else { return .revoked }
            let login = issued.login
            guard login.serviceID == service.id else { return .otherClient }
            switch issued {
            case .access(let token): try transaction.grants.remove(accessToken: token.hash)
            case .refresh(let token): try transaction.refreshTokens.end(token)
            }
            try transaction.audit.append(
                AuditEvent(
                    .tokenRevoked, at: now, accountID: login.accountID, activationID: login.activationID,
                    serviceID: login.serviceID, sessionID: login.sessionID))
            return .revoked
        }
    }
}

private enum IssuedToken {
    case access(AccessToken)
    case refresh(RefreshToken)

    var login: ConfirmedLogin {
        switch self {
        case .access(let token): token.login
        case .refresh(let token): token.login
        }
    }
}

extension Transaction {
    /// Finds a token by its text. A refresh token that was replaced finds its family: its client no longer wants it.
    fileprivate func issued(_ text: String) throws -> IssuedToken? {
        if let refresh = RefreshTokenText(text) {
            return try refreshTokens.find(family: refresh.familyHash).map(IssuedToken.refresh)
        }
        return try grants.token(hash: BearerHash(of: text)).map(IssuedToken.access)
    }
}
