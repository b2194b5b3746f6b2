import Logging
import XignAdmission
import XignDomain
import XignHTTP
import XignProtocol
import XignUseCases

/// The authorization endpoint, `/openid/authenticate`: a website sends a browser here to have its user logged in
/// (OpenID Connect Core, section 3.1.2).
struct AuthorizationController: Sendable {
    let context: Context
    let admission: Admission
    let log: Log

    func register(in router: inout Router) {
        let pages = PageAnswers(context, log)
        router.on(.get, "/openid/authenticate", pages.refusing { try await answer($0.query, to: $0) })
        router.on(.post, "/openid/authenticate", pages.refusing { try await answer(try $0.form(), to: $0) })
    }

    private func answer(_ query: Parameters, to request: Request) async throws -> Response {
        let parameters = AuthorizationParameters(query)
        let (service, redirectURI) = try LoginStart.service(
            parameters.clientID, redirectURI: parameters.redirectURI, in: context)
        do {
            let (authorization, subject) = try parameters.request(
                of: service, redirectURI: redirectURI, hintedSubject: { hintedSubject($0, service) })
            let isInApp = request.headers["Accept"] == InAppAnswer.mediaType
            guard !isInApp || service.allowsInApp else { throw AuthorizationRefusal.noInApp }
            let resolved = try ResolveRequirements(context)(
                authorization, subject: subject.map { MappingID($0) }, at: service.id, isInApp: isInApp)
            let start = LoginStart(
                context: context, admission: admission, request: request, channel: isInApp ? .inApp : .crossDevice)
            return try await start.begin(resolved, for: service)
        } catch let refusal as AuthorizationRefusal {
            return AuthorizationAnswer(redirectURI: redirectURI, state: parameters.state, issuer: context.issuer)
                .refusal(refusal)
        } catch let error as HTTPError where error.status == .tooManyRequests {
            throw PageRefusal(tooManyLogins: error).leadingBack(to: service, redirectURI: redirectURI)
        }
    }

    private func hintedSubject(_ hint: String, _ service: Service) -> String? {
        IDTokenHint(parsing: hint)?.subject(
            for: service.id.text, issuer: context.issuer, keys: context.keys.idTokenKeys)
    }
}
