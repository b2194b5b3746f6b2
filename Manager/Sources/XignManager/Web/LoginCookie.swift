import XignDomain
import XignHTTP
import XignProtocol

/// Ties a login session to the browser that began it: whoever has only the address of the login page can neither see
/// nor finish the login. Each session has a cookie of its own, so that several tabs do not disturb each other.
enum LoginCookie {
    /// The prefix makes browsers refuse the name from other hosts of the same domain, and without TLS (RFC 6265bis,
    /// section 4.1.3.2); on loopback Chromium and Firefox count as secure.
    static func name(_ session: SessionID) -> String { prefix + session.description.prefix(idCharacters) }

    private static let prefix = "__Host-xign-"
    /// So many of the session's id, 6 bytes.
    private static let idCharacters = 8
    /// A browser has one cookie for each login that it began in the last minutes.
    private static let cookieLimit = 20

    /// As long as a session can live, and then have its code fetched.
    private static let lifetimeSeconds = LoginSession.maximumSeconds + FinishAuthentication.collectionSeconds

    static func make(_ session: SessionID, _ secret: OpaqueToken) throws -> Cookie {
        try Cookie(
            name(session), secret.text, path: "/", maxAge: .seconds(lifetimeSeconds), isSecure: true, isHTTPOnly: true,
            sameSite: .lax)
    }

    /// The sessions that this browser began, as far as it sends their cookies.
    static func sessions(of request: Request, at manager: Manager) throws -> [LoginSession] {
        let beginnings = request.cookies.list.compactMap { cookie -> [UInt8]? in
            guard cookie.name.hasPrefix(prefix), cookie.name.utf8.count == prefix.utf8.count + idCharacters else {
                return nil
            }
            return Base64URL.decode(cookie.name.dropFirst(prefix.count))
        }
        return try manager.database.read { transaction in
            // Browsers send the oldest first (RFC 6265, section 5.4).
            try beginnings.suffix(cookieLimit).flatMap { try transaction.sessions.find(beginning: $0) }
        }.filter { isPresented(by: request, for: $0) }
    }

    /// Whether the request comes from the browser that began the session. In constant time.
    static func isPresented(by request: Request, for session: LoginSession) -> Bool {
        let values = request.cookies.all(name(session.id))
        return values.count == 1 && OpaqueToken.matches(values[0], session.cookieHash)
    }
}
