import XignDomain
import XignHTTP
import XignPages
import XignUseCases
import XignWording

/// The ways into the account and out of it.
struct AccountLoginController: Sendable {
    let routes: AccountRoutes

    func register(in router: inout Router) {
        let pages = routes.pages
        router.on(.get, "/account/login", pages.refusing { try await show($0) })
        router.on(.post, "/account/login", pages.refusing { try await begin($0) })
        router.on(.post, "/account/known", routes.form(back: .overview) { try know($0, $1) })
        router.on(.get, "/account/logout", pages.refusing { try await askOrSay($0) })
        router.on(.post, "/account/logout", routes.form(back: .overview) { visit, _ in try await logOut(visit) })
    }

    private func show(_ request: Request) async throws -> Response {
        let page = returnAddress(try request.query.single("to"))
        guard try await AccountVisit(request, at: routes.site, routes.context) == nil else {
            return .redirect(to: page)
        }
        return .account(
            pages(for: request).logIn(
                returnAddress: page, address: RedirectURI.appending([("to", page)], to: "/account/login")))
    }

    private func begin(_ request: Request) async throws -> Response {
        guard try SameOrigin.isStrictlyProven(by: request, at: routes.site) else {
            throw PageRefusal.fromAnotherSite
        }
        let page = returnAddress(try request.form().single("to"))
        return try await LoginStart(context: routes.context, admission: routes.admission, request: request)
            .beginAccountLogin(returningTo: "\(routes.site.origin)\(page)")
    }

    /// The person has confirmed that the account is theirs.
    private func know(_ visit: AccountVisit, _ sent: AccountRoutes.Sent) throws -> Response {
        visit.redirect(to: returnAddress(try sent.fields.single("to")))
            .setting(
                try KnownCookie.make(
                    visit.account.id, managerSecret: routes.context.database.vault.managerSecret))
    }

    private func askOrSay(_ request: Request) async throws -> Response {
        guard let visit = try await AccountVisit(request, at: routes.site, routes.context) else {
            return .account(pages(for: request).loggedOut)
        }
        return visit.page(LogOutPage.page(visit.frame, in: visit.wording))
    }

    private func logOut(_ visit: AccountVisit) async throws -> Response {
        try await EndBrowserSession(routes.context).own(visit.session)
        return visit.redirect(to: "/account/logout").setting(try SessionCookie.deleted)
    }

    private func pages(for request: Request) -> AccountLoginPages {
        AccountLoginPages(routes.context, at: routes.site, in: PageLanguage(routes.context).wording(for: request))
    }

    /// An address that a browser may be led to after its login: a page of the account, and no other.
    private func returnAddress(_ text: String?) -> String {
        guard let address = text.flatMap(OwnAddress.init)?.text else { return AccountSection.overview.address }
        let path = address.prefix { $0 != "?" }
        // Without dots and escapes, with which a browser would leave the account: `/account/../openid/authenticate`.
        let isPlain = path.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        return isPlain && (path == "/account" || path.hasPrefix("/account/"))
            ? address : AccountSection.overview.address
    }
}
