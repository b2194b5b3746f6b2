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
    /// The prefix makes browsers refuse the name from other hosts of the same domain, and without TLS (RFC 6265bis,
    /// section 4.1.3.2): nobody there can plant a login of their own.
    private static let prefix = "__Host-xign-remembered-"
    /// The characters in the name: 6 bytes of the hash of the service's id.
    private static let nameCharacters = 8
    /// The number of websites at which a browser remembers a login: with more, its requests would outgrow the head that
    /// reverse proxies accept.
    static let maximumCount = 10
    /// The number of cookies that one answer deletes.
    private static let forgottenAtOnce = 20

    private let service: ServiceID
    private let request: Request

    /// - Parameter request: of the browser.
    init(at service: ServiceID, in request: Request) {
        self.service = service
        self.request = request
    }

    private var name: String {
        let hash = Base64URL.encode(Array(SHA256.hash(data: Array(service.text.utf8))))
        return Self.prefix + hash.prefix(Self.nameCharacters)
    }

    /// The value that the request shows; nil where there is none, or several.
    var value: String? { Self.value(name, in: request) }

    // MARK: After a login

    /// The cookies that end with a login at the website: its own, and the oldest of more than `maximumCount`. Browsers
    /// send the oldest first (RFC 6265, section 5.4).
    private var endingNames: [String] {
        let names = request.cookies.list.map(\.name).filter(Self.isName)
        guard !names.isEmpty else { return [] }
        let own = name
        return (names.contains(own) ? [own] : [])
            + names.filter { $0 != own }.dropLast(Self.maximumCount - 1).prefix(Self.forgottenAtOnce)
    }

    /// The values of the cookies that end.
    var endingValues: [String] { endingNames.compactMap { Self.value($0, in: request) } }

    /// Makes the changes of the browser's cookies.
    /// - Parameter kept: the cookie of the login; nil where it is not remembered.
    func changes(keeping kept: RememberedCookie?) throws -> [Cookie] {
        guard let kept else { return try endingNames.map { try Cookie.deleted($0) } }
        let own = name
        return try endingNames.filter { $0 != own }.map { try Cookie.deleted($0) } + [
            Cookie(
                own, kept.value.text, path: "/", maxAge: .seconds(kept.lifetimeSeconds), isSecure: true,
                isHTTPOnly: true, sameSite: .lax)
        ]
    }

    // MARK: Logout

    /// Returns the values that the browser shows: of one website, or of all.
    static func values(at service: ServiceID?, in request: Request) -> [String] {
        names(at: service, in: request).compactMap { value($0, in: request) }
    }

    /// Makes the cookies that delete those of one website, or of all.
    static func deletions(at service: ServiceID?, in request: Request) throws -> [Cookie] {
        try names(at: service, in: request).map { try Cookie.deleted($0) }
    }

    private static func names(at service: ServiceID?, in request: Request) -> [String] {
        let only = service.map { Self(at: $0, in: request).name }
        let names = request.cookies.list.map(\.name).filter { isName($0) && $0 == only ?? $0 }
        return Array(Set(names).sorted().prefix(forgottenAtOnce))
    }

    private static func isName(_ text: String) -> Bool {
        text.hasPrefix(prefix) && text.utf8.count == prefix.utf8.count + nameCharacters
            && Base64URL.decode(text.dropFirst(prefix.count)) != nil
    }

    private static func value(_ name: String, in request: Request) -> String? {
        let values = request.cookies.all(name)
        return values.count == 1 ? values[0] : nil
    }
}
