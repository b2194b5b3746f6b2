import XignHTTP
import XignProtocol

/// A cookie of the manager. Its name is made here alone.
///
/// With an `https` issuer the prefix `__Host-` makes browsers refuse the name from other hosts of the same domain, and
/// without TLS (RFC 6265bis, section 4.1.3.2): nobody there can plant a value of their own. An `http` issuer is on
/// loopback, where WebKit keeps neither that prefix nor `Secure`. Programs at other ports of the host get these cookies
/// too, hence the prefix `xign-`.
struct OwnCookie: Hashable {
    /// The name without its prefix.
    let base: String
    private let isSecure: Bool

    /// - Parameters:
    ///   - base: the name without its prefix: a token.
    ///   - issuer: decides the prefix, also at the other origins of the manager.
    init(_ base: String, of issuer: ManagerOrigin) {
        self.base = base
        isSecure = issuer.isSecure
    }

    /// The name in header fields.
    var name: String { Self.prefix(isSecure) + base }

    private static func prefix(_ isSecure: Bool) -> String { isSecure ? "__Host-" : "xign-" }

    /// - Parameter lifetimeSeconds: nil: until the browser is closed.
    func make(_ value: String, lifetimeSeconds: Int64? = nil, sameSite: Cookie.SameSite = .lax) throws -> Cookie {
        try Cookie(name, value, maxAge: lifetimeSeconds.map { .seconds($0) }, isSecure: isSecure, sameSite: sameSite)
    }

    var deleted: Cookie { get throws { try Cookie.deleted(name, isSecure: isSecure) } }

    /// The value that a request shows; nil where there is none, or several.
    func value(in request: Request) -> String? {
        let values = request.cookies.all(name)
        return values.count == 1 ? values[0] : nil
    }

    /// The cookies of a request whose names have the prefix. Browsers send the oldest first (RFC 6265, section 5.4).
    static func all(in request: Request, of issuer: ManagerOrigin) -> [OwnCookie] {
        let prefix = prefix(issuer.isSecure)
        return request.cookies.list.filter { $0.name.hasPrefix(prefix) }.map {
            OwnCookie(String($0.name.dropFirst(prefix.count)), of: issuer)
        }
    }
}
