import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

/// `/openid/authenticate`: a website sends a browser here to have somebody logged in (OpenID Connect Core, section
/// 3.1.2).
struct AuthorizationEndpoint: Sendable {
    let manager: Manager

    func register(in router: inout Router) {
        let pages = PageAnswers(manager: manager)
        router.on(.get, "/openid/authenticate", pages.refusing { try await answer($0.query, to: $0) })
        router.on(.post, "/openid/authenticate", pages.refusing { try await answer(try $0.form(), to: $0) })
    }

    private func answer(_ parameters: Parameters, to request: Request) async throws -> Response {
        let asked = AuthorizationParameters(parameters)
        let sent = SentByWebsite(clientID: asked.clientID, redirectURI: asked.redirectURI)
        // Until it is certain where an answer may go, nobody is sent anywhere (RFC 9700, section 4.11).
        guard let clientID = asked.clientID,
            let service = try manager.services.find(id: clientID)?.service, service.isActive
        else { throw PageRefusal.unknownService.naming(sent) }
        guard let redirectURI = asked.redirectURI, RedirectURI.matches(redirectURI, service),
            RedirectURI.isAcceptable(redirectURI)
        else { throw PageRefusal.redirectURINotRegistered.naming(sent) }
        do {
            return try await BeginLogin(manager: manager, request: request).begin(
                try asked.request(of: service, redirectURI: redirectURI), for: service)
        } catch let refusal as AuthorizationRefusal {
            // Nobody presses anything before this redirect, and nothing later decides about it: only to an address that is registered now.
            guard let present = try manager.services.present(id: clientID)?.service, present.isActive,
                RedirectURI.matches(redirectURI, present)
            else { throw PageRefusal.redirectURINotRegistered.naming(sent) }
            return AuthorizationAnswer(redirectURI: redirectURI, state: asked.state, issuer: manager.issuer)
                .refusal(refusal)
        }
    }
}
