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
    /// send the oldest first (RFC 6265, section 5.4). The shared login of its organization stays: the new login may
    /// belong to it.
    private func ending(in organization: OrganizationID) -> [OwnCookie] {
        let cookies = OwnCookie.all(in: request, of: issuer)
            .filter { Self.base.contains($0) || SharedLoginCookie.base.contains($0) }
        guard !cookies.isEmpty else { return [] }
        let (own, shared) = (cookie, Self.shared(organization, of: issuer))
        let others = cookies.filter { $0 != own && $0 != shared }
        let room = Self.maximumCount - (cookies.contains(shared) ? 2 : 1)
        return (cookies.contains(own) ? [own] : []) + others.dropLast(room).prefix(Self.forgottenAtOnce)
    }

    private static func shared(_ organization: OrganizationID, of issuer: ManagerOrigin) -> OwnCookie {
        SharedLoginCookie.base.cookie(for: organization.text, of: issuer)
    }

    /// The browser, with the values of its cookies that end.
    func browser(_ identity: RequestingBrowser) -> RememberingBrowser {
        RememberingBrowser(
            formerCookies: { [self] organization in
                let ending = ending(in: organization)
                return LoginCookies(
                    remembered: ending.filter(Self.base.contains).compactMap { $0.value(in: request) },
                    shared: ending.filter(SharedLoginCookie.base.contains).compactMap { $0.value(in: request) })
            },
            rememberedCookies: Self.values(at: nil, in: request, of: issuer),
            sharedCookie: { [request, issuer] in SharedLoginCookie(of: $0, in: request, of: issuer).value },
            identity: identity)
    }

    /// Makes the changes of the browser's cookies.
    /// - Parameter kept: the cookies of the login.
    func changes(keeping kept: KeptCookies) throws -> [Cookie] {
        var made: [OwnCookie: RememberedCookie] = [:]
        made[cookie] = kept.website
        let shared = Self.shared(kept.organization, of: issuer)
        var ending = ending(in: kept.organization)
        switch kept.shared {
        case .unchanged, .joined: break
        case .begun(let cookie): made[shared] = cookie
        case .ended: ending.append(shared)
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
