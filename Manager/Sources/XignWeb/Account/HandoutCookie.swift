import XignDomain
import XignHTTP
import XignProtocol
import XignUseCases

/// The cookie with code and PIN of a new device, so that their page survives a reload. The browser sends it with no
/// request that another site begins.
struct HandoutCookie {
    let context: Context

    private var cookie: OwnCookie { OwnCookie("handout", of: context.issuer) }

    /// - Parameter session: the session of the browser that gets the cookie.
    func make(_ issued: ConnectedDevice, for session: BrowserSession) throws -> Cookie {
        try cookie.make(
            try SealedHandout(context).seal(issued, for: session), lifetimeSeconds: ActivationLimits.ownSeconds,
            sameSite: .strict)
    }

    /// Opens the cookie that the request of a visit shows.
    /// - Parameter device: the activation whose page the browser asks for.
    /// - Returns: nil where there is none, or several, or one that does not open.
    func handout(of device: ActivationID, in visit: AccountVisit) throws -> ConnectedDevice? {
        guard let value = cookie.value(in: visit.request) else { return nil }
        return try SealedHandout(context).open(value, of: device, for: visit.session)
    }

    func isSent(in request: Request) -> Bool { !request.cookies.all(cookie.name).isEmpty }

    /// Adds the deletion to an answer, if the browser has the cookie.
    func delete(in response: inout Response, to request: Request) throws {
        if isSent(in: request) { response.set(try cookie.deleted) }
    }
}
