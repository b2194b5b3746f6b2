import XignHTTP
import XignUseCases

/// A cookie with a text that a use case has sealed for the browser, which keeps it until its lifetime is over. It is
/// sent with no request that another site begins.
struct StrictCookie {
    private let cookie: OwnCookie
    private let lifetimeSeconds: Int64

    /// - Parameter base: the name without its prefix: a token.
    init(_ base: String, lifetimeSeconds: Int64, _ context: Context) {
        cookie = OwnCookie(base, of: context.issuer)
        self.lifetimeSeconds = lifetimeSeconds
    }

    func make(_ text: String) throws -> Cookie {
        try cookie.make(text, lifetimeSeconds: lifetimeSeconds, sameSite: .strict)
    }

    /// The text that a request shows; nil where there is none, or several.
    func text(in request: Request) -> String? { cookie.value(in: request) }

    func isSent(in request: Request) -> Bool { !request.cookies.all(cookie.name).isEmpty }

    var deleted: Cookie { get throws { try cookie.deleted } }

    /// Adds the deletion to an answer, if the browser has the cookie.
    func delete(in response: inout Response, to request: Request) throws {
        if isSent(in: request) { response.set(try deleted) }
    }
}
