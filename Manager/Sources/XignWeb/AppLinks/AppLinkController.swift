import XignDomain
import XignHTTP
import XignPages
import XignProtocol
import XignUseCases

/// The handlers of an App-Link origin: the page of a link that no app opened, and the files with which the origin
/// confirms the apps.
///
/// No cookie is set or read here. The language is the browser's, or the one that the address of the authenticator asks
/// for.
package struct AppLinkController: Sendable {
    private let context: Context
    private let links: AppLinks

    package init(_ context: Context, _ links: AppLinks) {
        self.context = context
        self.links = links
    }

    package func register(in router: inout Router) {
        AssetRoutes.register(in: &router)
        links.apps.register(in: &router)
        guard links.hasAuthenticator else { return router.on(.get, "/a") { instructions($0) } }
        AssetRoutes.registerModules(in: &router)
        router.on(.get, "/a") { authenticator($0) }
    }

    private func instructions(_ request: Request) -> Response {
        let wording = PageLanguage(context, readsCookie: false).wording(for: request)
        return .page(
            AppLinkPage.page(of: context.provider, address: nil, in: wording), policy: ContentSecurityPolicy.message)
    }

    private func authenticator(_ request: Request) -> Response {
        let asked = (try? request.query.single("language")).flatMap { Language(rawValue: $0) }
        let page = AuthenticatorPage.page(
            opened: AuthenticatorPage.Opened(request), of: context.provider,
            managerOrigin: context.issuer.description,
            in: asked?.wording ?? PageLanguage(context, readsCookie: false).wording(for: request))
        var response = Response.page(page, policy: ContentSecurityPolicy.authenticator)
        response.setHeader("Referrer-Policy", "no-referrer")
        response.setHeader("Vary", "Accept-Language, Sec-Fetch-Site, User-Agent")
        // Keeps pages of the same site out of this page's process (HTML, section 7.1.3).
        response.setHeader("Origin-Agent-Cluster", "?1")
        return response
    }
}

extension AuthenticatorPage.Opened {
    /// Reads from `Sec-Fetch-Site` who opened the link (Fetch Metadata, section 2.3): a person by camera, address bar
    /// or another app, or a page. Where it cannot be told, it counts as a person, and the digits of pairing remain: in
    /// browsers that do not send the field, and on Android, where Chromium sends `cross-site` for links of other apps,
    /// the camera among them.
    init(_ request: Request) {
        let sites = request.headers.all("Sec-Fetch-Site")
        let isAndroid = request.headers.all("User-Agent").contains { $0.contains("Android") }
        let isByPerson = sites.isEmpty || sites == ["none"] || (isAndroid && sites == ["cross-site"])
        self = isByPerson ? .byPerson : .byPage
    }
}

extension Router {
    /// Registers the routes of an App-Link origin, which has no others.
    package mutating func appLinks(at origin: ManagerOrigin, _ routes: (inout Router) -> Void) {
        close(host: origin.requestHost)
        group(host: origin.requestHost, routes)
    }
}
