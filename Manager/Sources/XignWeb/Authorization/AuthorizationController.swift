import Logging
import XignAdmission
import XignDomain
import XignHTTP
import XignOAuth
import XignProtocol
import XignUseCases

/// The authorization endpoint, `/openid/authenticate`: a website sends a browser here to have its user logged in
/// (OpenID Connect Core, section 3.1.2).
struct AuthorizationController: Sendable {
    static let path = "/openid/authenticate"

    let context: Context
    let admission: Admission
    let log: Log
    let refusals: RefusedRequests
    /// Limits the use of one remembered login, against websites that ask in a loop: each use is a code and an audit
    /// event.
    private let uses = RateLimiter(Rate(everyMinute: 20, atOnce: 20), buckets: 16_384)

    init(context: Context, admission: Admission, log: Log, refusals: RefusedRequests) {
        self.context = context
        self.admission = admission
        self.log = log
        self.refusals = refusals
    }

    func register(in router: inout Router) {
        let pages = PageAnswers(context, log)
        router.on(.get, Self.path, pages.refusing { try await answer($0.query, to: $0) })
        // Mail filters and link checkers ask for the head alone. It begins no login, and uses no remembered one.
        router.on(.head, Self.path, headOfNothing)
        router.on(.post, Self.path, pages.refusing { try await answer(try $0.form(), to: $0) })
    }

    private func answer(_ query: Parameters, to request: Request) async throws -> Response {
        let (parameters, pushed) = try self.parameters(query)
        let (declared, redirectURI) = try LoginStart.service(
            parameters.clientID, redirectURI: parameters.redirectURI, in: context)
        let service = declared.service
        let isInApp = request.headers["Accept"] == InAppAnswer.mediaType
        let answer = AuthorizationAnswer(
            in: context, to: request, redirectURI: redirectURI, state: parameters.state,
            responseMode: isInApp ? .query : parameters.responseMode(to: redirectURI))
        do {
            guard pushed != nil || service.client.pushedRequests == .optional else {
                throw AuthorizationRefusal(.invalidRequest, "this client must push its requests (RFC 9126)")
            }
            let registrationPage = isInApp ? nil : context.registrationAddress(for: declared)
            var (authorization, subject) = try parameters.request(
                of: service, redirectURI: redirectURI, takesRegistrations: registrationPage != nil,
                hintedSubject: { hintedSubject($0, service) })
            authorization.pushedRequest = pushed
            guard !isInApp || service.allowsInApp else { throw AuthorizationRefusal.noInApp }
            // An app follows addresses, and posts no form.
            guard !isInApp || authorization.responseMode == .query else { throw AuthorizationRefusal.noFormInApp }
            let resolved = try ResolveRequirements(context)(
                authorization, subject: subject.map { MappingID($0) }, at: declared, isInApp: isInApp)
            if resolved.prompt.contains(.create), let registrationPage {
                return registration(
                    at: registrationPage, WayBack(to: service, pushed == nil ? query : nil),
                    isPopup: service.client.opensPopups)
            }
            if !isInApp, let code = try await rememberedCode(resolved, declared, request) {
                return answer.code(code).keepingOpener(service.client.opensPopups)
            }
            guard !resolved.prompt.contains(.none) else {
                throw AuthorizationRefusal(.loginRequired, "nobody is logged in")
            }
            let start = LoginStart(
                context: context, admission: admission, request: request, channel: isInApp ? .inApp : .crossDevice,
                network: log.namesNetworks ? "\(request.remoteAddress.network)" : nil)
            return try await start.begin(resolved, for: service)
        } catch let refusal as AuthorizationRefusal {
            refusals.add(refusal, of: service.id)
            return answer.refusal(refusal).keepingOpener(service.client.opensPopups)
        } catch let error as HTTPError where error.status == .tooManyRequests {
            throw PageRefusal(tooManyLogins: error).leadingBack(to: service, redirectURI: redirectURI)
        }
    }

    /// Leads to the page on which the person registers (Initiating User Registration via OpenID Connect 1.0, section
    /// 4.1). The request begins anew afterwards, by the person's click.
    private func registration(at page: String, _ wayBack: WayBack, isPopup: Bool) -> Response {
        var response = Response.redirect(to: wayBack.kept(at: page))
        response.setHeader("Cache-Control", "no-store")
        response.setHeader("Referrer-Policy", "no-referrer")
        return response.keepingOpener(isPopup)
    }

    /// - Returns: the code of a login that the browser remembers at the service, or shares at the websites of its
    ///   organization; nil where the device is needed.
    /// - Throws: `AuthorizationRefusal` for `prompt=none` too often. Without it the login page ends the loop.
    private func rememberedCode(
        _ authorization: AuthorizationRequest, _ declared: DeclaredService, _ request: Request
    ) async throws -> BearerToken? {
        let service = declared.service
        let now = context.clock.now()
        let isAdmitted = { (session: SessionID) in (try? uses.take(session, at: now)) != nil }
        if service.client.rememberedLogin != nil,
            let cookie = RememberedLoginCookie(at: service.id, in: request, of: context.issuer).value
        {
            let use = UseRememberedLogin.Request(authorization, at: service.id, cookie: cookie)
            let outcome = try await UseRememberedLogin(context)(use, isAdmitted: isAdmitted)
            if case .notRemembered = outcome {} else { return try code(outcome, authorization) }
        }
        guard service.client.sharesLogin,
            let cookie = SharedLoginCookie(of: declared.organization.id, in: request, of: context.issuer).value
        else { return nil }
        let use = UseRememberedLogin.Request(authorization, at: service.id, cookie: cookie)
        return try code(try await UseSharedLogin(context)(use, isAdmitted: isAdmitted), authorization)
    }

    private func code(
        _ outcome: UseRememberedLogin.Outcome, _ authorization: AuthorizationRequest
    ) throws -> BearerToken? {
        switch outcome {
        case .code(let code): return code
        case .notRemembered: return nil
        case .tooOften:
            guard authorization.prompt.contains(.none) else { return nil }
            throw AuthorizationRefusal(.temporarilyUnavailable, "too many requests of one browser: wait a minute")
        }
    }

    /// Returns the parameters that the browser brings, or those of the pushed request that it names. Beside a
    /// `request_uri` from here, nothing but the client id is read (RFC 9126, section 4; RFC 9101, section 5).
    private func parameters(_ query: Parameters) throws -> (AuthorizationParameters, pushed: BearerHash?) {
        let brought = AuthorizationParameters(query)
        guard let hash = brought.requestURI.flatMap(PushedRequest.hash) else { return (brought, nil) }
        guard let clientID = brought.clientID,
            let found = try FindService(context)(ServiceID(clientID))?.service, found.isActive
        else { throw PageRefusal.unknownService.naming(SentByWebsite(clientID: brought.clientID)) }
        guard let request = try FindPushedRequest(context)(hash, of: found.id) else {
            throw PageRefusal.requestEnded.naming(SentByWebsite(clientID: clientID))
                .leadingBack(to: found, redirectURI: nil)
        }
        let pushed = try Parameters(formEncoded: Array(request.parameters.utf8))
        let list = [Parameters.Parameter("client_id", clientID)] + pushed.list
        return (AuthorizationParameters(Parameters(list)), hash)
    }

    private func hintedSubject(_ hint: String, _ service: Service) -> String? {
        IDTokenHint(verifying: hint, issuer: context.issuer, keys: context.hintKeys)?
            .subject(for: service.id.text)
    }
}
