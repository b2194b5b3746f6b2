import Logging
import XignAdmission
import XignDomain
import XignHTTP
import XignPages
import XignProtocol
import XignUseCases

/// The pages between a browser and an app on the same device: the return (protocol, section 6), and the instructions
/// for an App-Link that arrives at the issuer's host. Behind a proxy that replaces the name in `Host`, each one does.
struct ReturnController: Sendable {
    let context: Context
    let admission: Admission
    let log: Log
    let refusals: RefusedRequests
    let site: Site

    func register(in router: inout Router) {
        let pages = PageAnswers(context, log)
        if site.isIssuer { router.on(.get, "/a") { openedByBrowser($0) } }
        router.on(.get, "/return", pages.refusing { try show($0) })
        router.on(.post, "/return", pages.refusing { try await finish($0) })
    }

    private func openedByBrowser(_ request: Request) -> Response {
        .page(
            AppLinkPage.page(of: context.provider, address: "/a", in: PageLanguage(context).wording(for: request)),
            policy: ContentSecurityPolicy.message)
    }

    private func show(_ request: Request) throws -> Response {
        let logins = try logins(of: request).filter { $0.process.returnHash != nil }
        return .page(
            ReturnPage.page(
                of: context.provider,
                in: PageLanguage(context).wording(for: request, website: logins.first?.request.language)),
            policy: ContentSecurityPolicy.returning(
                to: logins.map(\.request.redirectURI) + site.following.map(\.origin.description)))
    }

    /// Releases the result for the device's secret together with the cookie of the browser that began, never for one of
    /// them alone. A request from another browser changes nothing, so that the right one can still return.
    private func finish(_ request: Request) async throws -> Response {
        try SameOrigin.requireUnlessSilent(request, at: site)
        let secret = SecretOctets(Base64URL.decode(try request.form().required("secret")) ?? [])
        let hash = BearerHash(of: secret)
        guard let login = try logins(of: request).first(where: { $0.process.returnHash == hash }) else {
            return try passOn(secret, request)
        }
        // Its page says that it is too late, and offers another login. An app has no page: its Keycloak is told.
        if login.process.channel != .inApp, case .expired = login.process.phase(at: context.clock.now()) {
            return .redirect(to: "/login/\(login.process.id)").keepingOpener(login.request.isPopup)
        }
        let continuation = LoginContinuation(
            context: context, admission: admission, request: request, log: log, refusals: refusals, site: site)
        return try await continuation.answer(login, returnSecret: secret)
    }

    /// Sends the browser on to the next site, which may have begun the process: an app knows the issuer alone, and a
    /// cookie belongs to one host. The secret stays in the browser that has brought it, and is good for nothing without
    /// the cookie.
    private func passOn(_ secret: SecretOctets, _ request: Request) throws -> Response {
        let next = site.following.first { $0.admits(request.remoteAddress) }
        guard let next, let address = ReturnAddress(at: next.origin, secret: secret) else {
            throw PageRefusal.returnedElsewhere
        }
        var response = Response.redirect(to: address.text)
        response.setHeader("Cache-Control", "no-store")
        return response
    }

    /// The processes of this site whose cookies the browser sends.
    private func logins(of request: Request) throws -> [BrowserProcess] {
        try LoginCookie.logins(of: request, in: context).filter { site.serves($0, to: request.remoteAddress) }
    }
}
