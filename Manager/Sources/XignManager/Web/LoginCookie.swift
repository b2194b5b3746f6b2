import XignDomain
import XignHTTP
import XignProtocol

/// Ties a login session to the browser that began it: whoever has only the address of the login page can neither see
/// nor finish the login. Each session has a cookie of its own, so that several tabs do not disturb each other.
enum LoginCookie {
    /// The prefix makes browsers refuse the name from other hosts of the same domain, and without TLS (RFC 6265bis,
    /// section 4.1.3.2); on loopback Chromium and Firefox count as secure.
    static func name(_ session: SessionID) -> String { "__Host-xign-\(session.description.prefix(8))" }

    /// As long as a session can live, and then have its code fetched.
    private static let lifetimeSeconds = LoginSession.maximumSeconds + FinishAuthentication.collectionSeconds

    static func make(_ session: SessionID, _ secret: OpaqueToken) throws -> Cookie {
        try Cookie(
            name(session), secret.text, path: "/", maxAge: .seconds(lifetimeSeconds), isSecure: true, isHTTPOnly: true,
            sameSite: .lax)
    }

    /// Whether the request comes from the browser that began the session. In constant time.
    static func isPresented(by request: Request, for session: LoginSession) -> Bool {
        let values = request.cookies.all(name(session.id))
        return values.count == 1 && OpaqueToken.matches(values[0], session.cookieHash)
    }
}
