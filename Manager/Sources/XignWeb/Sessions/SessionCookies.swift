import XignCrypto
import XignDomain
import XignHTTP
import XignProtocol

/// The cookie of a browser session at a surface: 256 random bits, new with each login.
///
/// It has no lifetime of its own: the browser forgets it when it is closed, the manager earlier.
struct SessionCookie {
    let surface: Surface

    /// The prefix makes browsers refuse the name from other hosts of the same domain, and without TLS (RFC 6265bis,
    /// section 4.1.3.2).
    var name: String { "__Host-\(surface.rawValue)" }

    /// True for a cookie that the browser keeps back where another site has begun the request, a link included.
    var isStrict: Bool { surface == .console }

    func make(_ value: BearerToken) throws -> Cookie {
        try Cookie(name, value.text, sameSite: isStrict ? .strict : .lax)
    }

    var deleted: Cookie { get throws { try Cookie.deleted(name) } }

    /// The value that a request shows; nil where there is none, or several.
    func value(in request: Request) -> String? {
        let values = request.cookies.all(name)
        return values.count == 1 ? values[0] : nil
    }
}

/// The cookie of a browser whose person has confirmed that the account is theirs.
///
/// It gives no right. It holds a MAC over the account, so that it tells nobody which account it is.
enum KnownCookie {
    static let name = "__Host-known"
    private static let lifetimeSeconds = 365 * 86_400

    static func make(_ account: AccountID, managerSecret: SymmetricKey) throws -> Cookie {
        try Cookie(name, value(account, managerSecret), maxAge: .seconds(lifetimeSeconds))
    }

    static func knows(_ account: AccountID, _ request: Request, managerSecret: SymmetricKey) -> Bool {
        request.cookies.all(name) == [value(account, managerSecret)]
    }

    /// HMAC-SHA256(manager secret, "xign/1 known browser" || account id).
    private static func value(_ account: AccountID, _ managerSecret: SymmetricKey) -> String {
        let message = Array("xign/1 known browser".utf8) + Array(account.text.utf8)
        return Base64URL.encode(Array(HMAC<SHA256>.authenticationCode(for: message, using: managerSecret)))
    }
}
