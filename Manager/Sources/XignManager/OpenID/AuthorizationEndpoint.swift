import Logging
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
            let (authorization, subject) = try asked.request(
                of: service, redirectURI: redirectURI, hintedSubject: { hintedSubject($0, service) })
            return try await BeginLogin(manager: manager, request: request).begin(
                try resolved(authorization, subject, at: service), for: service)
        } catch let refusal as AuthorizationRefusal {
            // Nobody presses anything before this redirect, and nothing later decides about it: only to an address that is registered now.
            guard let present = try manager.services.present(id: clientID)?.service, present.isActive,
                RedirectURI.matches(redirectURI, present)
            else { throw PageRefusal.redirectURINotRegistered.naming(sent) }
            return AuthorizationAnswer(redirectURI: redirectURI, state: asked.state, issuer: manager.issuer)
                .refusal(refusal)
        }
    }

    private func hintedSubject(_ hint: String, _ service: Service) -> String? {
        IDTokenHint(parsing: hint)?.subject(
            for: service.id, issuer: manager.issuer, keys: manager.keys.idTokenKeys)
    }

    /// The request with the account that is demanded. What nobody can meet is refused before anybody scans a code.
    private func resolved(
        _ authorization: AuthorizationRequest, _ subject: String?, at service: Service
    ) throws -> AuthorizationRequest {
        guard subject != nil || authorization.requirements.contextClasses != nil else { return authorization }
        let factors = try manager.policy().factors
        return try manager.database.read { transaction in
            var authorization = authorization
            if let subject {
                guard let account = try transaction.services.account(withMapping: subject, at: service.id) else {
                    throw AuthorizationRefusal(.loginRequired, "nobody is known here by the sub that is demanded")
                }
                authorization.requirements.accountID = account
            }
            let roles = try transaction.services.roles(of: service.id).compactMap { $0.offered(to: factors) }
            guard !authorization.requirements.meeting(roles).isEmpty else { throw AuthorizationRefusal.noContextClass }
            return authorization
        }
    }
}
