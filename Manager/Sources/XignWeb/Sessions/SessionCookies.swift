import XignCrypto
import XignDomain
import XignHTTP
import XignProtocol

/// The cookie of a browser session at a surface: 256 random bits, new with each login.
///
/// It has no lifetime of its own: the browser forgets it when it is closed, the manager earlier.
struct SessionCookie {
    private let surface: Surface
    private let cookie: OwnCookie

    init(of surface: Surface, issuer: ManagerOrigin) {
        self.surface = surface
        cookie = OwnCookie(surface.rawValue, of: issuer)
    }

    /// True for a cookie that the browser keeps back where another site has begun the request, a link included.
    var isStrict: Bool { surface == .console }

    func make(_ value: BearerToken) throws -> Cookie {
        try cookie.make(value.text, sameSite: isStrict ? .strict : .lax)
    }

    var deleted: Cookie { get throws { try cookie.deleted } }

    /// The value that a request shows; nil where there is none, or several.
    func value(in request: Request) -> String? { cookie.value(in: request) }
}

/// The cookie of a browser whose person has confirmed that the account is theirs.
///
/// It gives no right. It holds a MAC over the account, so that it tells nobody which account it is.
struct KnownCookie {
    private static let lifetimeSeconds: Int64 = 365 * 86_400

    private let cookie: OwnCookie

    init(of issuer: ManagerOrigin) { cookie = OwnCookie("known", of: issuer) }

    func make(_ account: AccountID, managerSecret: SymmetricKey) throws -> Cookie {
        try cookie.make(Self.value(account, managerSecret), lifetimeSeconds: Self.lifetimeSeconds)
    }

    var deleted: Cookie { get throws { try cookie.deleted } }

    func knows(_ account: AccountID, _ request: Request, managerSecret: SymmetricKey) -> Bool {
        cookie.value(in: request) == Self.value(account, managerSecret)
    }

    /// HMAC-SHA256(manager secret, "xign/1 known browser" || account id).
    private static func value(_ account: AccountID, _ managerSecret: SymmetricKey) -> String {
        let message = Array("xign/1 known browser".utf8) + Array(account.text.utf8)
        return Base64URL.encode(Array(HMAC<SHA256>.authenticationCode(for: message, using: managerSecret)))
    }
}
