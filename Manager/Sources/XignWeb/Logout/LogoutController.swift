import Logging
import XignAdmission
import XignDomain
import XignHTTP
import XignPages
import XignProtocol
import XignUseCases

/// The logout endpoint, `/openid/logout`: a website sends a browser here to have its user logged out (OpenID Connect
/// RP-Initiated Logout 1.0), or a person comes by themselves.
///
/// Without a question, a login ends only if the website shows its ID token, and this browser or none remembers that
/// login. Otherwise an address in a mail could log people out.
///
/// The browser is sent on only to a registered address, and only for such an ID token. In all other cases the logout
/// ends at a page with a link.
struct LogoutController: Sendable {
    static let path = "/openid/logout"

    let context: Context
    let admission: Admission
    let log: Log
    let site: Site
    /// Limits the lines about addresses that are not registered, for each network: anybody can cause them.
    let loggedAddresses = RateLimiter(Rate(everyMinute: 1, atOnce: 5), buckets: 1024)

    func register(in router: inout Router) {
        let pages = PageAnswers(context, log)
        router.on(.get, Self.path, pages.refusing { try await answer($0.query, to: $0) })
        // Mail filters and link checkers ask for the head alone. It ends nothing.
        router.on(.head, Self.path, headOfNothing)
        router.on(.post, Self.path, pages.refusing { try await receive($0) })
        router.on(.post, LogoutPage.confirmationPath, pages.refusing { try await finish($0) })
    }

    /// Browsers send no `SameSite=Lax` cookie with a form of another site. So a page of this site sends it once more,
    /// and with the known parameters alone: it answers no question.
    private func receive(_ request: Request) async throws -> Response {
        let form = try request.form()
        guard try !SameOrigin.isProven(by: request, at: site) else { return try await answer(form, to: request) }
        let fields = try LogoutRequest.fields(of: form)
        let target = fields.first { $0.name == "post_logout_redirect_uri" }?.value
        return .page(
            LogoutPage.resending(fields, to: Self.path, in: PageLanguage(context).wording(for: request)),
            policy: ContentSecurityPolicy.returning(to: target.map { [$0] } ?? []))
    }

    private func answer(_ parameters: Parameters, to request: Request) async throws -> Response {
        let logout = try LogoutRequest(parameters, in: context)
        guard let login = logout.login else { return try ask(logout, request) }
        guard try LogOutAtWebsites(context).relation(of: login, cookies(logout, request)) != .foreign else {
            return try ask(logout, request)
        }
        return try await end(logout, request)
    }

    /// Asks the person, and names the logins that this browser remembers.
    private func ask(_ logout: LogoutRequest, _ request: Request) throws -> Response {
        let remembered = try LogOutAtWebsites(context).serviceNames(of: cookies(logout, request))
        guard logout.hasHint || remembered != nil else { return done(logout, ended: .nothing, request) }
        let model = LogoutPage.Question(
            service: logout.service?.displayName, remembered: remembered ?? [], fields: logout.fields,
            website: logout.service.flatMap { WebsiteLink(toWebsiteOf: $0) }, provider: context.provider)
        return .page(
            LogoutPage.page(model, in: PageLanguage(context).wording(for: request, website: logout.language)),
            policy: ContentSecurityPolicy.returning(to: logout.address.redirectURI.map { [$0] } ?? []))
    }

    /// The person's "yes". Everything is verified again.
    private func finish(_ request: Request) async throws -> Response {
        try SameOrigin.require(of: request, at: site)
        return try await end(try LogoutRequest(try request.form(), in: context), request)
    }

    // MARK: Ends

    private func end(_ logout: LogoutRequest, _ request: Request) async throws -> Response {
        try admission.admitForm(from: request.remoteAddress)
        let ended = try await LogOutAtWebsites(context)(logout.login, cookies: cookies(logout, request))
        var response =
            logout.address.redirectURI.map { redirect(to: $0, logout.state) } ?? done(logout, ended: ended, request)
        let deletions =
            try RememberedLoginCookie.deletions(at: logout.service?.id, in: request, of: context.issuer)
            + SharedLoginCookie.deletions(at: logout.service, in: request, of: context.issuer)
        for cookie in deletions { response = response.setting(cookie) }
        return response
    }

    /// The values of the browser's cookies at the website, or of all.
    private func cookies(_ logout: LogoutRequest, _ request: Request) -> LoginCookies {
        LoginCookies(
            remembered: RememberedLoginCookie.values(at: logout.service?.id, in: request, of: context.issuer),
            shared: SharedLoginCookie.values(at: logout.service, in: request, of: context.issuer))
    }

    /// The answer has `state` alone (section 3): a logout gives the website nothing.
    private func redirect(to uri: String, _ state: String?) -> Response {
        var response = Response.redirect(to: RedirectURI.appending(state.map { [("state", $0)] } ?? [], to: uri))
        response.setHeader("Cache-Control", "no-store")
        response.setHeader("Referrer-Policy", "no-referrer")
        return response
    }

    private func done(_ logout: LogoutRequest, ended: LogOutAtWebsites.Ended, _ request: Request) -> Response {
        logRefusal(of: logout.address, logout.service, request)
        let refused = logout.address.shownRefusal
        let named = ended.services.map {
            LogoutPage.Ended(name: $0.displayName, isTold: $0.client.backChannelLogoutURI != nil)
        }
        let model = LogoutPage.Done(
            at: logout.service?.displayName, of: ended.accounts,
            ended: ended.services.contains { $0.id != logout.service?.id } ? named : [], refusedAddress: refused,
            website: WebsiteLink(
                afterLogoutAt: logout.service ?? (named.count == 1 ? ended.services.first : nil),
                address: logout.address.registered, manager: context.issuer),
            provider: context.provider)
        return .page(
            LogoutPage.done(model, in: PageLanguage(context).wording(for: request, website: logout.language)),
            policy: ContentSecurityPolicy.message, status: refused == nil ? .ok : .badRequest)
    }

    private func logRefusal(of address: LogoutRequest.Address, _ service: Service?, _ request: Request) {
        guard case .refused(let uri, _) = address, let service else { return }
        let network = request.remoteAddress.network
        guard (try? loggedAddresses.take(network, at: context.clock.now())) != nil else { return }
        log(
            .info, "logoutAddressRefused", of: network,
            SentByWebsite(clientID: service.id.text, postLogoutRedirectURI: uri).fields
                + [("advice", "declare it in postLogoutRedirectUris")])
    }
}
