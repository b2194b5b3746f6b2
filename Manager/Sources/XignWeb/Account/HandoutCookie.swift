import XignDomain
import XignHTTP
import XignProtocol
import XignUseCases

/// The cookie with code and PIN of a new device, so that their page survives a reload.
struct HandoutCookie {
    let context: Context

    private var cookie: StrictCookie {
        StrictCookie("handout", lifetimeSeconds: ActivationLimits.ownSeconds, context)
    }

    /// - Parameter session: the session of the browser that gets the cookie.
    func make(_ issued: ConnectedDevice, for session: BrowserSession) throws -> Cookie {
        try cookie.make(try SealedHandout(context).seal(issued, for: session))
    }

    /// Opens the cookie that the request of a visit shows.
    /// - Parameter device: the activation whose page the browser asks for.
    /// - Returns: nil where there is none, or several, or one that does not open.
    func handout(of device: ActivationID, in visit: AccountVisit) throws -> ConnectedDevice? {
        guard let text = cookie.text(in: visit.request) else { return nil }
        return try SealedHandout(context).open(text, of: device, for: visit.session)
    }

    func isSent(in request: Request) -> Bool { cookie.isSent(in: request) }

    /// Adds the deletion to an answer, if the browser has the cookie.
    func delete(in response: inout Response, to request: Request) throws {
        try cookie.delete(in: &response, to: request)
    }
}
