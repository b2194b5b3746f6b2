import XignDomain
import XignHTTP
import XignUseCases

/// The cookie with a new recovery code, so that its page survives a reload. The browser sends it with no request that
/// another site begins.
struct RecoveryCodeCookie {
    let context: Context

    private static let lifetimeSeconds: Int64 = 600

    private var cookie: OwnCookie { OwnCookie("recovery-code", of: context.issuer) }

    /// - Parameter session: the session of the browser that gets the cookie.
    func make(_ code: RecoveryCode, for session: BrowserSession) throws -> Cookie {
        try cookie.make(
            try SealedRecoveryCode(context).seal(code, for: session), lifetimeSeconds: Self.lifetimeSeconds,
            sameSite: .strict)
    }

    /// Opens the cookie that the request of a visit shows.
    /// - Returns: nil where there is none, or several, or one that does not open.
    func code(in visit: AccountVisit) throws -> RecoveryCode? {
        guard let value = cookie.value(in: visit.request) else { return nil }
        return try SealedRecoveryCode(context).open(value, for: visit.session)
    }

    /// Deletes the cookie, if the browser has it.
    func delete(in response: inout Response, to request: Request) throws {
        if !request.cookies.all(cookie.name).isEmpty { response.set(try cookie.deleted) }
    }
}
