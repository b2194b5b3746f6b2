import XignDomain
import XignHTTP
import XignPages
import XignUseCases
import XignWording

/// The ways into a surface and out of it.
struct SurfaceLoginController<V: Visit>: Sendable {
    let routes: SurfaceRoutes<V>

    func register(in router: inout Router) {
        let (pages, path) = (routes.pages, V.surface.path)
        router.on(.get, "\(path)/login", pages.refusing { try await show($0) })
        router.on(.post, "\(path)/login", pages.refusing { try await begin($0) })
        router.on(.post, "\(path)/known", routes.form(back: .overview) { try know($0, $1) })
        router.on(.get, "\(path)/logout", pages.refusing { try await askOrSay($0) })
        router.on(
            .post, "\(path)/logout",
            routes.form(back: .overview, takesAway: true) { visit, _ in try await logOut(visit) })
    }

    private func show(_ request: Request) async throws -> Response {
        let page = returnAddress(try request.query.single("to"))
        guard try await V(request, at: routes.site, routes.context) == nil else { return .redirect(to: page) }
        return .ofSurface(
            pages(for: request).logIn(
                returnAddress: page, address: RedirectURI.appending([("to", page)], to: "\(V.surface.path)/login")))
    }

    private func begin(_ request: Request) async throws -> Response {
        try SameOrigin.require(of: request, at: routes.site)
        let page = returnAddress(try request.form().single("to"))
        return try await LoginStart(context: routes.context, admission: routes.admission, request: request)
            .beginLogin(at: V.surface, returningTo: "\(routes.site.origin)\(page)")
    }

    /// The person has confirmed that the account is theirs.
    private func know(_ visit: V, _ sent: SentForm) throws -> Response {
        visit.redirect(to: returnAddress(try sent.fields.single("to")))
            .setting(
                try KnownCookie(of: routes.context.issuer).make(
                    visit.account.id, managerSecret: routes.context.database.vault.managerSecret))
    }

    private func askOrSay(_ request: Request) async throws -> Response {
        guard let visit = try await V(request, at: routes.site, routes.context) else {
            return .ofSurface(pages(for: request).loggedOut)
        }
        return visit.page(visit.logOutPage)
    }

    private func logOut(_ visit: V) async throws -> Response {
        try await EndBrowserSession(routes.context).own(visit.session)
        var response = visit.redirect(to: "\(V.surface.path)/logout").setting(
            try V.cookie(of: routes.context.issuer).deleted)
        if V.surface == .account {
            try HandoutCookie(context: routes.context).delete(in: &response, to: visit.request)
        }
        return response
    }

    private func pages(for request: Request) -> SurfaceLoginPages {
        V.loginPages(
            at: routes.site, routes.context, in: PageLanguage(routes.context).wording(for: request))
    }

    /// An address that a browser may be led to after its login: a page of the surface, and no other.
    private func returnAddress(_ text: String?) -> String {
        let first = V.surface.path
        guard let address = text.flatMap(OwnAddress.init)?.text else { return first }
        let path = address.prefix { $0 != "?" }
        // Without dots and escapes, with which a browser would leave the surface: `/account/../openid/authenticate`.
        let isPlain = path.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        return isPlain && (path == first || path.hasPrefix("\(first)/")) ? address : first
    }
}
