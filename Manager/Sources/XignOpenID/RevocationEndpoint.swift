import XignDomain
import XignHTTP
import XignOAuth
import XignUseCases

/// `/openid/revoke`: a service gives back an access token or a refresh token (RFC 7009).
struct RevocationEndpoint: Sendable {
    static let path = "/openid/revoke"

    let context: Context
    let clients: ClientRequests

    func register(in router: inout Router) {
        router.on(.post, Self.path) { request in
            try await clients.answer(request, at: Self.path) { form, client in try await revoke(form, client) }
        }
    }

    /// Revokes the token. `token_type_hint` is not needed: the text tells the type.
    private func revoke(_ form: Parameters, _ client: AuthenticatedClient) async throws -> Response {
        guard let token = try form.nonEmpty("token") else { throw OAuthError(.invalidRequest, "token is missing") }
        switch try await RevokeToken(token: token, client: client)(context) {
        case .revoked:
            var response = Response(.ok)
            response.setHeader("Cache-Control", "no-store")
            return response
        case .invalidClient: throw ClientAuthentication.refusal(.usedAssertion)
        case .usedProof: throw DPoPProof.refusal("was used before")
        case .otherClient: throw OAuthError(.invalidGrant, "the token is another client's")
        }
    }
}
