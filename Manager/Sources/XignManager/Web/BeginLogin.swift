import XignAdmission
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

/// Begins a login session for a browser, and sends the browser to its page.
struct BeginLogin {
    let manager: Manager
    /// What the browser asked for it with.
    let request: Request

    /// - Parameter replaced: the session that this browser gives up; it ends in the same transaction.
    /// - Throws: 429 where its network begins too many.
    func begin(
        _ authorization: AuthorizationRequest, for service: Service, replacing replaced: SessionID? = nil
    ) async throws -> Response {
        try manager.admission.admitLogin(from: request.remoteAddress, at: service.id)
        let now = manager.clock.now()
        let secret = OpaqueToken.generate()
        let session = LoginSession.began(
            id: .random(), for: service, authorization, cookieHash: secret.hash, at: now)
        let unfinished = manager.admission.unfinishedLogins
        let displaced = try unfinished.add(
            session.id, removedAt: session.expiresAt + Housekeeping.unclaimedRetentionSeconds,
            of: request.remoteAddress)
        do { try await insert(session, replacing: replaced, displacing: displaced) } catch {
            unfinished.remove(session.id)
            throw error
        }
        // A path: the cookie belongs to the host that the browser has asked.
        var response = Response.redirect(to: "/login/\(session.id)").setting(try LoginCookie.make(session.id, secret))
        for cookie in try LoginCookie.surplus(of: request, at: manager) { response.set(cookie) }
        return response
    }

    /// - Parameter displaced: the session of somebody else that gives up its place.
    private func insert(
        _ session: LoginSession, replacing replaced: SessionID?, displacing displaced: SessionID?
    ) async throws {
        try await manager.database.write { transaction in
            if let replaced = try replaced.flatMap({ try transaction.sessions.find($0) }), replaced.state.isOpen {
                _ = try transaction.sessions.expire(replaced)
            }
            if let displaced { try transaction.sessions.removeUnclaimed(displaced) }
            try transaction.sessions.insert(session)
        }
    }
}
