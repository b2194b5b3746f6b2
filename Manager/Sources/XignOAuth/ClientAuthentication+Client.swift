import XignUseCases

extension ClientAuthentication {
    /// Finds the client, and verifies what it has sent.
    /// - Throws: `OAuthError` with the code `invalid_client`; `StorageError`.
    package func authenticated(in context: Context) throws -> AuthenticatedClient {
        let authenticate = AuthenticateClient(context)
        let client =
            switch credential {
            case .none: try authenticate(clientID, secret: nil)
            case .secret(let secret): try authenticate(clientID, secret: secret)
            case .assertion(let assertion):
                try authenticate(clientID) { service in
                    try assertion.verified(for: service, issuer: context.issuer, at: context.clock.now())
                }
            }
        guard let client else { throw Self.refusal }
        return client
    }
}
