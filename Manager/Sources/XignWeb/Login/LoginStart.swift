import Logging
import XignAdmission
import XignDomain
import XignHTTP
import XignProtocol
import XignUseCases

/// Begins a login for a browser, and sends the browser to the login page. An app that logs in through its own Keycloak
/// gets the session itself in place of a page (protocol, section 8).
struct LoginStart: Sendable {
    let context: Context
    let admission: Admission
    /// The browser's request.
    let request: Request
    /// `inApp` for an app that logs in through its own Keycloak.
    var channel = Channel.crossDevice

    /// Finds the active service for which a redirect URI is registered. The browser is sent nowhere before (RFC 9700,
    /// section 4.11).
    /// - Throws: `PageRefusal`; `StorageError`.
    static func service(
        _ clientID: String?, redirectURI: String?, in context: Context
    ) throws -> (service: Service, redirectURI: String) {
        let sent = SentByWebsite(clientID: clientID, redirectURI: redirectURI)
        guard let clientID, let service = try FindService(context)(ServiceID(clientID))?.service, service.isActive
        else { throw PageRefusal.unknownService.naming(sent) }
        guard let redirectURI, RedirectURI.matches(redirectURI, service)
        else { throw PageRefusal.redirectURINotRegistered.naming(sent) }
        return (service, redirectURI)
    }

    /// - Parameter replaced: the login that this browser gives up.
    /// - Throws: 429 where the browser's network begins too many.
    func begin(
        _ authorization: AuthorizationRequest, for service: Service, replacing replaced: SessionID? = nil
    ) async throws -> Response {
        try admission.admitLogin(from: request.remoteAddress, at: service.id.text)
        let begin = BeginLogin(authorization, at: service, through: channel, context)
        let process = begin.login.process
        let unfinished = admission.unfinishedLogins
        let displaced = try unfinished.add(
            process.id, removedAt: process.expiresAt + Process.unclaimedRetentionSeconds, of: request.remoteAddress)
        do { try await begin.store(context, replacing: replaced, displacing: displaced) } catch {
            unfinished.remove(process.id)
            throw error
        }
        // A path: the cookie belongs to the host that the browser has asked.
        var response = try channel == .inApp ? session(of: process) : Response.redirect(to: "/login/\(process.id)")
        response.set(try LoginCookie.make(process.id, begin.cookie))
        for cookie in try LoginCookie.surplus(of: request, in: context) { response.set(cookie) }
        return response
    }

    /// The answer to an app. It contains no address that could lead the app elsewhere.
    private func session(of process: Process) throws -> Response {
        let answer = InAppAnswer(
            idmIdentifier: context.issuer.idmIdentifier, session: process.id,
            secret: context.inAppSecret(of: process.id),
            expiresInSeconds: process.expiresAt.secondsSince(process.createdAt))
        return .bytes(
            try answer.serialized(), contentType: InAppAnswer.mediaType,
            headers: [HeaderField("Cache-Control", "no-store"), HeaderField("Vary", "Accept")])
    }
}
