import XignUseCases

extension ClientAuthentication {
    /// Finds the client, and verifies what it has sent.
    /// - Throws: `OAuthError` with the code `invalid_client`; `StorageError`.
    package func authenticated(in context: Context) throws -> AuthenticatedClient {
        let authenticate = AuthenticateClient(context)
        do {
            switch credential {
            case .none: return try authenticate(clientID, secret: nil)
            case .secret(let secret): return try authenticate(clientID, secret: secret)
            case .assertion(let assertion):
                return try authenticate(clientID) { service in
                    try assertion.verified(for: service, issuer: context.issuer, at: context.clock.now())
                }
            }
        } catch let fault as ClientFault { throw Self.refusal(fault) }
    }
}
