import XignDomain
import XignHTTP
import XignProtocol
import XignUseCases

/// The cookies of remembered logins: one for each website at which this browser may repeat a login.
///
/// `SameSite=Lax` keeps a cookie back from forms and frames of other sites, and sends it where a link or a redirect of
/// the website opens the authorization endpoint.
struct RememberedLoginCookie {
    private static let base = NamedCookies("xign-remembered-")
    /// The number of remembered and shared logins of a browser: with more, its requests would outgrow the head that
    /// reverse proxies accept.
    static let maximumCount = 10
    /// The number of cookies that one answer deletes.
    private static let forgottenAtOnce = 20

    private let service: ServiceID
    private let request: Request
    private let issuer: ManagerOrigin

    /// - Parameter request: of the browser.
    init(at service: ServiceID, in request: Request, of issuer: ManagerOrigin) {
        self.service = service
        self.request = request
        self.issuer = issuer
    }

    private var cookie: OwnCookie { Self.base.cookie(for: service.text, of: issuer) }

    /// The value that the request shows; nil where there is none, or several.
    var value: String? { cookie.value(in: request) }

    // MARK: After a login

    /// The cookies that end with a login at the website: its own, and the oldest of more than `maximumCount`. Browsers
    /// send the oldest first (RFC 6265, section 5.4).
    private var ending: [OwnCookie] {
        let cookies = OwnCookie.all(in: request, of: issuer)
            .filter { Self.base.contains($0) || SharedLoginCookie.base.contains($0) }
        guard !cookies.isEmpty else { return [] }
        let own = cookie
        return (cookies.contains(own) ? [own] : [])
            + cookies.filter { $0 != own }.dropLast(Self.maximumCount - 1).prefix(Self.forgottenAtOnce)
    }

    /// The browser, with the values of its cookies that end.
    func browser(_ identity: RequestingBrowser) -> RememberingBrowser {
        let ending = ending
        return RememberingBrowser(
            formerCookies: ending.filter(Self.base.contains).compactMap { $0.value(in: request) },
            formerSharedCookies: ending.filter(SharedLoginCookie.base.contains).compactMap { $0.value(in: request) },
            rememberedCookies: Self.values(at: nil, in: request, of: issuer),
            sharedCookie: { [request, issuer] in SharedLoginCookie(of: $0, in: request, of: issuer).value },
            identity: identity)
    }

    /// Makes the changes of the browser's cookies.
    /// - Parameter kept: the cookies of the login.
    func changes(keeping kept: KeptCookies) throws -> [Cookie] {
        var made: [OwnCookie: RememberedCookie] = [:]
        made[cookie] = kept.website
        var ending = ending
        switch kept.shared {
        case .unchanged, .joined: break
        case .begun(let organization, let shared):
            made[SharedLoginCookie.base.cookie(for: organization.text, of: issuer)] = shared
        case .ended(let organization):
            let shared = SharedLoginCookie.base.cookie(for: organization.text, of: issuer)
            if !ending.contains(shared) { ending.append(shared) }
        }
        return try ending.filter { made[$0] == nil }.map { try $0.deleted }
            + made.sorted { $0.key.base < $1.key.base }
            .map { try $0.key.make($0.value.value.text, lifetimeSeconds: $0.value.lifetimeSeconds) }
    }

    // MARK: Logout

    /// Returns the values that the browser shows: of one website, or of all.
    static func values(at service: ServiceID?, in request: Request, of issuer: ManagerOrigin) -> [String] {
        cookies(at: service, in: request, of: issuer).compactMap { $0.value(in: request) }
    }

    /// Makes the cookies that delete those of one website, or of all.
    static func deletions(
        at service: ServiceID?, in request: Request, of issuer: ManagerOrigin
    ) throws -> [Cookie] {
        try cookies(at: service, in: request, of: issuer).map { try $0.deleted }
    }

    private static func cookies(
        at service: ServiceID?, in request: Request, of issuer: ManagerOrigin
    ) -> [OwnCookie] {
        let only = service.map { Self(at: $0, in: request, of: issuer).cookie }
        let cookies = base.all(in: request, of: issuer).filter { $0 == only ?? $0 }
        return Array(cookies.prefix(forgottenAtOnce))
    }
}
