import XignDomain
import XignHTTP
import XignUseCases

/// The cookie with a new recovery code, so that its page survives a reload.
struct RecoveryCodeCookie {
    let context: Context

    private static let lifetimeSeconds: Int64 = 600

    private var cookie: StrictCookie { StrictCookie("recovery-code", lifetimeSeconds: Self.lifetimeSeconds, context) }

    /// - Parameter session: the session of the browser that gets the cookie.
    func make(_ code: RecoveryCode, for session: BrowserSession) throws -> Cookie {
        try cookie.make(try SealedRecoveryCode(context).seal(code, for: session))
    }

    /// Opens the cookie that the request of a visit shows.
    /// - Returns: nil where there is none, or several, or one that does not open.
    func code(in visit: AccountVisit) throws -> RecoveryCode? {
        guard let text = cookie.text(in: visit.request) else { return nil }
        return try SealedRecoveryCode(context).open(text, for: visit.session)
    }

    /// Adds the deletion to an answer, if the browser has the cookie.
    func delete(in response: inout Response, to request: Request) throws {
        try cookie.delete(in: &response, to: request)
    }
}
