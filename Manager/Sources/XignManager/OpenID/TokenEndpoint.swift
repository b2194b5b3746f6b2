import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

/// `/openid/token`: a service redeems its code (OpenID Connect Core, section 3.1.3).
struct TokenEndpoint: Sendable {
    static let path = "/openid/token"

    let manager: Manager

    func register(in router: inout Router) {
        router.on(.post, Self.path) { request in
            try await manager.admission.countingFailures(from: request.remoteAddress) {
                do { return (try await answer(request), true) } catch let error as OAuthError {
                    return (refusal(error), false)
                } catch let error as HTTPError {
                    return (refusal(OAuthError(.invalidRequest, error.reason)), false)
                }
            }
        }
    }

    private func refusal(_ error: OAuthError) -> Response {
        manager.log(
            .info, "tokensRefused", [("error", error.code.rawValue), ("description", error.description)])
        return error.response
    }

    private func answer(_ request: Request) async throws -> Response {
        let form = try request.form()
        guard form.repeatedName == nil else { throw OAuthError(.invalidRequest, "a parameter is there twice") }
        let service = try ClientAuthentication(request, form).service(manager.services)
        guard let grantType = try form.nonEmpty("grant_type") else {
            throw OAuthError(.invalidRequest, "grant_type is missing")
        }
        guard grantType == "authorization_code" else {
            throw OAuthError(.unsupportedGrantType, "grant_type must be authorization_code")
        }
        guard let code = try form.nonEmpty("code") else { throw OAuthError(.invalidRequest, "code is missing") }
        let redemption = CodeRedemption(
            codeHash: OpaqueToken.hash(of: code), client: service, redirectURI: try form.nonEmpty("redirect_uri"),
            verifier: try form.nonEmpty("code_verifier"), accessToken: .generate(), now: manager.environment.now())
        let grant = try await manager.database.write { [vault = manager.vault] in try redemption.run($0, vault) }.get()
        return try tokens(grant, redemption)
    }

    private func tokens(_ grant: CodeRedemption.Grant, _ redemption: CodeRedemption) throws -> Response {
        let idToken = try IDToken(
            issuer: manager.issuer, grant: grant, accessToken: redemption.accessToken, at: redemption.now
        ).signed(by: manager.keys.idTokenKey(grant.service.signingAlgorithm))
        return .secretJSON(
            .object([
                ("access_token", .string(redemption.accessToken.text)), ("token_type", .string("Bearer")),
                ("expires_in", .integer(AccessToken.lifetimeSeconds)), ("id_token", .string(idToken)),
                ("scope", .string(grant.code.authorization.scope.joined(separator: " "))),
            ]))
    }
}
