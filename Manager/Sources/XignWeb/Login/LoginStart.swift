import XignAdmission
import XignDomain
import XignHTTP
import XignProtocol
import XignUseCases

/// Begins a login for a browser, and sends the browser to the login page.
struct LoginStart: Sendable {
    let context: Context
    let admission: Admission
    /// The browser's request.
    let request: Request

    /// - Parameter replaced: the login that this browser gives up.
    /// - Throws: 429 where the browser's network begins too many.
    func begin(
        _ authorization: AuthorizationRequest, for service: Service, replacing replaced: SessionID? = nil
    ) async throws -> Response {
        try admission.admitLogin(from: request.remoteAddress, at: service.id)
        let login = BeginLogin(authorization, for: service, at: context.clock.now())
        let id = login.session.id
        let unfinished = admission.unfinishedLogins
        let displaced = try unfinished.add(
            id, removedAt: login.session.expiresAt + LoginSession.unclaimedRetentionSeconds, of: request.remoteAddress)
        do { try await login.store(context, replacing: replaced, displacing: displaced) } catch {
            unfinished.remove(id)
            throw error
        }
        // A path: the cookie belongs to the host that the browser has asked.
        var response = Response.redirect(to: "/login/\(id)").setting(try LoginCookie.make(id, login.cookie))
        for cookie in try LoginCookie.surplus(of: request, in: context) { response.set(cookie) }
        return response
    }
}
