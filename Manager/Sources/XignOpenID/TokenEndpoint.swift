import XignDomain
import XignHTTP
import XignOAuth
import XignProtocol
import XignUseCases

/// `/openid/token`: a service redeems its code (OpenID Connect Core, section 3.1.3) or its refresh token (section 12).
struct TokenEndpoint: Sendable {
    static let path = "/openid/token"

    let context: Context
    let clients: ClientRequests

    func register(in router: inout Router) {
        router.on(.post, Self.path) { request in
            try await clients.answer(request, at: Self.path) { form, client in
                switch try form.nonEmpty("grant_type") {
                case "authorization_code": try await redeem(form, client)
                case "refresh_token": try await refresh(form, client)
                case nil: throw OAuthError(.invalidRequest, "grant_type is missing")
                case _?:
                    throw OAuthError(
                        .unsupportedGrantType, "grant_type must be authorization_code or refresh_token")
                }
            }
        }
    }

    private func redeem(_ form: Parameters, _ client: AuthenticatedClient) async throws -> Response {
        guard let code = try form.nonEmpty("code") else { throw OAuthError(.invalidRequest, "code is missing") }
        try checkProof(client)
        let redeem = RedeemCode(
            code: code, client: client, redirectURI: try form.nonEmpty("redirect_uri"),
            verifier: try form.nonEmpty("code_verifier"))
        switch try await redeem(context) {
        case .success(let grant): return try tokens(grant)
        case .failure(.invalidClient): throw ClientAuthentication.refusal(.usedAssertion)
        case .failure(.usedProof): throw DPoPProof.refusal("was used before")
        case .failure(.invalidGrant):
            throw OAuthError(
                .invalidGrant,
                "the code is unknown, used, expired, or not for this client, redirect_uri, code_verifier and key")
        }
    }

    private func refresh(_ form: Parameters, _ client: AuthenticatedClient) async throws -> Response {
        guard client.service.client.offlineAccess != nil else { throw Self.noRefreshTokens }
        guard let token = try form.nonEmpty("refresh_token") else {
            throw OAuthError(.invalidRequest, "refresh_token is missing")
        }
        try checkProof(client)
        let redeem = RedeemRefreshToken(token: token, client: client, scope: try form.nonEmpty("scope"))
        switch try await redeem(context) {
        case .success(let grant): return try tokens(grant)
        case .failure(.invalidClient): throw ClientAuthentication.refusal(.usedAssertion)
        case .failure(.usedProof): throw DPoPProof.refusal("was used before")
        case .failure(.unauthorizedClient): throw Self.noRefreshTokens
        case .failure(.invalidGrant):
            throw OAuthError(
                .invalidGrant,
                "the refresh token is unknown, replaced, expired, revoked, or not for this client and key")
        case .failure(.lockedOut(let seconds)):
            // No error of RFC 6749, section 5.2: each of them tells the client to throw its token away.
            return Response(.serviceUnavailable, headers: [HeaderField("Retry-After", "\(max(1, seconds))")])
        case .failure(.invalidScope):
            throw OAuthError(.invalidScope, "scope has more than the person has confirmed")
        }
    }

    private func checkProof(_ client: AuthenticatedClient) throws {
        guard client.proof != nil || client.service.client.dpop == .optional else {
            throw OAuthError(.invalidRequest, "this client must send a proof in the DPoP field (RFC 9449)")
        }
    }

    private static let noRefreshTokens = OAuthError(.unauthorizedClient, "this client has no refresh tokens")

    private func tokens(_ grant: TokenGrant) throws -> Response {
        var members: [(name: String, value: JSONValue)] = [
            ("access_token", .string(grant.accessToken.text)),
            ("token_type", .string(grant.isBound ? "DPoP" : "Bearer")),
            ("expires_in", .integer(AccessToken.lifetimeSeconds)),
        ]
        // A narrower scope may leave it out (RFC 6749, section 6).
        if grant.scope.contains("openid") {
            let idToken = try IDToken(grant, in: context)
                .signed(by: context.idTokenKey(grant.service.signingAlgorithm))
            members.append(("id_token", .string(idToken)))
        }
        if let refreshToken = grant.refreshToken { members.append(("refresh_token", .string(refreshToken.text))) }
        members.append(("scope", .string(grant.scope.joined(separator: " "))))
        return .secretJSON(.object(members))
    }
}
