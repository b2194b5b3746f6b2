import XignCrypto
import XignDomain
import XignHTTP
import XignProtocol
import XignUseCases

/// The cookies of remembered logins: one for each website at which this browser may repeat a login.
///
/// `SameSite=Lax` keeps a cookie back from forms and frames of other sites, and sends it where a link or a redirect of
/// the website opens the authorization endpoint.
struct RememberedLoginCookie {
    private static let base = "xign-remembered-"
    /// The characters in the name: 6 bytes of the hash of the service's id.
    private static let nameCharacters = 8
    /// The number of websites at which a browser remembers a login: with more, its requests would outgrow the head that
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

    private var cookie: OwnCookie {
        let hash = Base64URL.encode(Array(SHA256.hash(data: Array(service.text.utf8))))
        return OwnCookie(Self.base + hash.prefix(Self.nameCharacters), of: issuer)
    }

    /// The value that the request shows; nil where there is none, or several.
    var value: String? { cookie.value(in: request) }

    // MARK: After a login

    /// The cookies that end with a login at the website: its own, and the oldest of more than `maximumCount`. Browsers
    /// send the oldest first (RFC 6265, section 5.4).
    private var ending: [OwnCookie] {
        let cookies = OwnCookie.all(in: request, of: issuer).filter(Self.isRemembered)
        guard !cookies.isEmpty else { return [] }
        let own = cookie
        return (cookies.contains(own) ? [own] : [])
            + cookies.filter { $0 != own }.dropLast(Self.maximumCount - 1).prefix(Self.forgottenAtOnce)
    }

    /// The values of the cookies that end.
    var endingValues: [String] { ending.compactMap { $0.value(in: request) } }

    /// Makes the changes of the browser's cookies.
    /// - Parameter kept: the cookie of the login; nil where it is not remembered.
    func changes(keeping kept: RememberedCookie?) throws -> [Cookie] {
        guard let kept else { return try ending.map { try $0.deleted } }
        let own = cookie
        return try ending.filter { $0 != own }.map { try $0.deleted } + [
            own.make(kept.value.text, lifetimeSeconds: kept.lifetimeSeconds)
        ]
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
        let cookies = OwnCookie.all(in: request, of: issuer).filter { isRemembered($0) && $0 == only ?? $0 }
        return Array(Set(cookies).sorted { $0.base < $1.base }.prefix(forgottenAtOnce))
    }

    private static func isRemembered(_ cookie: OwnCookie) -> Bool {
        let name = cookie.base
        return name.hasPrefix(base) && name.utf8.count == base.utf8.count + nameCharacters
            && Base64URL.decode(name.dropFirst(base.count)) != nil
    }
}
