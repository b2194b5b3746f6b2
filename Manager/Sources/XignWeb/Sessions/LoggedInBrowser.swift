import XignDomain
import XignHTTP
import XignPages
import XignProtocol
import XignUseCases
import XignWording

/// A request of a browser that is logged in at a surface, with the session as it is now.
struct LoggedInBrowser: Sendable {
    let context: Context
    let site: Site
    let request: Request
    let found: FindBrowserSession.Found
    let language: Language

    /// Finds the session of the browser.
    ///
    /// A cookie becomes a session here alone, so the networks of the surface are checked here, whatever the path of the
    /// request is.
    /// - Returns: nil where the browser is not logged in at this surface, or cannot reach it from its network.
    init?(_ request: Request, in surface: Surface, at site: Site, _ context: Context) async throws {
        guard site.surfaces.contains(surface), site.admits(request.remoteAddress, to: surface),
            let cookie = SessionCookie(of: surface, issuer: context.issuer).value(in: request),
            let found = try await FindBrowserSession(context)(cookie: cookie, of: surface)
        else { return nil }
        self.context = context
        self.site = site
        self.request = request
        self.found = found
        language = PageLanguage(context).language(for: request, account: found.account.language)
    }

    /// Finds the session that has asked for an act.
    /// - Returns: nil where the browser is in another session, or in none.
    init?(_ request: Request, askingFor requested: RequestedAct, at site: Site, _ context: Context) async throws {
        try await self.init(request, in: requested.act.surface, at: site, context)
        guard found.session.id == requested.browserSession else { return nil }
    }
}

/// A request of a browser that is logged in at a surface, with all that the pages of this surface need.
protocol Visit: Sendable {
    /// A part of the surface that the person can look at again.
    associatedtype Section: SurfaceSection
    /// The acts of which the next page says that they were done.
    associatedtype Done: RawRepresentable<String>

    static var surface: Surface { get }

    var browser: LoggedInBrowser { get }

    init(_ browser: LoggedInBrowser)

    /// The pages of a surface without a login.
    static func loginPages(at site: Site, _ context: Context, in wording: any Wording) -> SurfaceLoginPages

    /// The question before logging out.
    var logOutPage: HTML { get }

    /// The page for a form that did not come from a page of this session.
    func notOwnForm(back: Section) -> Response

    /// Answers an error of the HTTP layer with a page of the surface.
    /// - Returns: nil for an error that has no page here.
    func problem(_ status: XignHTTP.Status, back: Section) -> Response?
}

extension Visit {
    /// Finds the session of the browser.
    /// - Returns: nil where the browser is not logged in.
    init?(_ request: Request, at site: Site, _ context: Context) async throws {
        guard let browser = try await LoggedInBrowser(request, in: Self.surface, at: site, context) else { return nil }
        self.init(browser)
    }

    static func cookie(of issuer: ManagerOrigin) -> SessionCookie { SessionCookie(of: surface, issuer: issuer) }

    var context: Context { browser.context }
    var site: Site { browser.site }
    var request: Request { browser.request }
    var session: BrowserSession { browser.found.session }
    var account: Account { browser.found.account }
    /// The device that confirmed the login.
    var activation: Activation { browser.found.activation }
    var language: Language { browser.language }
    var wording: any Wording { language.wording }

    // MARK: Tickets

    /// Makes the ticket of a form.
    /// - Parameters:
    ///   - path: the path that gets the form.
    ///   - object: the digest of the object as the page shows it; empty where there is none.
    func ticket(for path: String, object: [UInt8] = []) -> String { ticket(at: path).text(object: object) }

    /// Reads the ticket of a form that this request has sent.
    /// - Returns: the digest of the object as the page showed it; nil for a form from elsewhere.
    func object(inTicket text: String) -> [UInt8]? { ticket(at: request.target.path).object(in: text) }

    private func ticket(at path: String) -> Ticket {
        Ticket(session: session.id, path: path, managerSecret: context.database.vault.managerSecret)
    }

    // MARK: Answers

    /// The path and query of the page, without the sentence about an act: it is said once. Nil for the answer to a
    /// form.
    var address: String? {
        guard request.method != .post else { return nil }
        let rest = request.query.list.filter { $0.name != "done" }.map { ($0.name, $0.value) }
        return OwnAddress(RedirectURI.appending(rest, to: request.target.path))?.text ?? Self.surface.path
    }

    /// The act that was done before this page. Anything but one code of the list shows nothing.
    var done: Done? {
        let values = request.query.all("done")
        return request.method != .post && values.count == 1 ? Done(rawValue: values[0]) : nil
    }

    /// The pages that have no frame of a session.
    var loginPages: SurfaceLoginPages { Self.loginPages(at: site, context, in: wording) }

    func page(_ page: HTML, status: XignHTTP.Status = .ok) -> Response { .ofSurface(page, status: status) }

    /// Leads to a page, which says what was done.
    func redirect(to path: String, done: Done? = nil) -> Response {
        .leading(to: done.map { RedirectURI.appending([("done", $0.rawValue)], to: path) } ?? path)
    }
}

extension Response {
    /// Makes the response with a page of a surface. No cache keeps it, and no page of another origin gets a hold of its
    /// window or its bytes (HTML, section 7.1.3; Fetch, section 3.7).
    static func ofSurface(
        _ page: HTML, policy: String = ContentSecurityPolicy.surface, status: XignHTTP.Status = .ok
    ) -> Response {
        var response = Response.page(page, policy: policy, status: status)
        response.setHeader("Cross-Origin-Opener-Policy", "same-origin")
        response.setHeader("Cross-Origin-Resource-Policy", "same-origin")
        return response
    }

    /// Makes the redirection to a page of a surface, which no cache keeps.
    static func leading(to path: String) -> Response {
        var response = Response.redirect(to: path)
        response.setHeader("Cache-Control", "no-store")
        return response
    }
}
