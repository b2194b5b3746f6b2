/// A cookie that an answer sets (RFC 6265, section 4.1). The defaults are the strictest but for `lax`, which lets
/// people follow links: sent back over TLS only, invisible to scripts, not sent with other requests that another site
/// begins, and deleted when the browser is closed.
public struct Cookie: Sendable {
    /// The requests of other sites with which the browser sends the cookie.
    public enum SameSite: String, Sendable {
        /// None.
        case strict = "Strict"
        /// Only those of a person who follows a link.
        case lax = "Lax"
        /// All; browsers demand `isSecure` then.
        case none = "None"
    }

    let fieldValue: String

    /// - Parameters:
    ///   - name: A token. The prefixes `__Host-` and `__Secure-` bind the browser; their conditions are checked here.
    ///   - value: Letters, digits and what RFC 6265 calls a cookie-octet: encode everything else.
    ///   - path: The cookie is sent to this path and to all paths below it.
    ///   - maxAge: The lifetime in whole seconds; nil: until the browser is closed; zero: the cookie is deleted.
    /// - Throws: `InvalidCookie` when the cookie could not be sent as it is meant.
    public init(
        _ name: String, _ value: String, path: String = "/", maxAge: Duration? = nil, isSecure: Bool = true,
        isHTTPOnly: Bool = true, sameSite: SameSite = .lax
    ) throws(InvalidCookie) {
        guard !name.isEmpty, name.utf8.allSatisfy(Grammar.token.contains) else { throw .name }
        guard value.utf8.allSatisfy(Grammar.cookieOctet.contains) else { throw .value }
        guard path.hasPrefix("/"), path.utf8.allSatisfy(Grammar.cookiePath.contains) else { throw .path }
        guard isSecure || !name.hasPrefix("__Secure-") && !name.hasPrefix("__Host-") && sameSite != .none,
            path == "/" || !name.hasPrefix("__Host-")
        else { throw .prefix }
        var text = "\(name)=\(value); Path=\(path)"
        if let maxAge { text += "; Max-Age=\(maxAge.components.seconds)" }
        if isSecure { text += "; Secure" }
        if isHTTPOnly { text += "; HttpOnly" }
        fieldValue = text + "; SameSite=\(sameSite.rawValue)"
    }

    /// Tells the browser to forget the cookie. Path and `isSecure` must be those with which it was set.
    public static func deleted(_ name: String, path: String = "/", isSecure: Bool = true) throws(InvalidCookie)
        -> Cookie
    {
        try Cookie(name, "", path: path, maxAge: .zero, isSecure: isSecure)
    }
}

/// The reason why a cookie cannot be sent. The value is not shown, since it may be a secret.
public enum InvalidCookie: Error, CustomStringConvertible {
    case name, value, path, prefix

    public var description: String {
        switch self {
        case .name: "the cookie's name is not a token: choose letters, digits, '-' and '_'"
        case .value: "the cookie's value has a character that must be encoded"
        case .path: "the cookie's path must begin with a slash and have no ';' and no control characters"
        case .prefix: "the cookie's prefix or SameSite=None asks for Secure, and __Host- for the path \"/\""
        }
    }
}

extension Response {
    /// Adds a Set-Cookie field.
    public mutating func set(_ cookie: Cookie) {
        headers.append(HeaderField("Set-Cookie", cookie.fieldValue))
    }

    /// Returns a copy with a Set-Cookie field, for use in an expression.
    public func setting(_ cookie: Cookie) -> Response {
        var copy = self
        copy.set(cookie)
        return copy
    }
}
