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
    /// The browser's network, as logs name it; nil where logs name none.
    var network: String?

    /// Finds the active service for which a redirect URI is registered. The browser is sent nowhere before (RFC 9700,
    /// section 4.11).
    /// - Throws: `PageRefusal`; `StorageError`.
    static func service(
        _ clientID: String?, redirectURI: String?, in context: Context
    ) throws -> (service: DeclaredService, redirectURI: String) {
        let sent = SentByWebsite(clientID: clientID, redirectURI: redirectURI)
        guard let clientID, let declared = try FindService(context)(ServiceID(clientID)), declared.service.isActive
        else { throw PageRefusal.unknownService.naming(sent) }
        guard let redirectURI, RedirectURI.matches(redirectURI, declared.service)
        else {
            throw PageRefusal.redirectURINotRegistered.naming(sent).leadingBack(to: declared.service, redirectURI: nil)
        }
        return (declared, redirectURI)
    }

    /// - Parameter replaced: the login that this browser gives up.
    /// - Throws: 429 where the browser's network begins too many.
    func begin(
        _ authorization: AuthorizationRequest, for service: Service, replacing replaced: SessionID? = nil
    ) async throws -> Response {
        let browser = RequestingBrowser(kind: request.browserKind, network: network)
        let begun = BeginLogin(authorization, at: service, through: channel, in: browser, context)
        return try await begin(begun, replacing: replaced).keepingOpener(service.client.opensPopups)
    }

    /// Begins a login at a surface.
    /// - Parameters:
    ///   - page: the address of the page to which the browser goes afterwards.
    ///   - replaced: the login that this browser gives up.
    /// - Throws: 429 where the browser's network begins too many.
    @inline(never)  // Inlined, it crashes the optimizer of Swift 6.3.
    func beginLogin(
        at surface: Surface, returningTo page: String, replacing replaced: SessionID? = nil
    ) async throws -> Response {
        try await begin(BeginLogin(at: surface, returningTo: page, context), replacing: replaced)
    }

    /// Begins the process of an act that a page asks for.
    /// - Returns: the way to the page where the person confirms it; or the reason why no device can confirm it.
    /// - Throws: 429 where the browser's network begins too many.
    func beginAct(_ requested: RequestAct) async throws -> Result<Response, ActRefusal> {
        let process = requested.begun.process
        if let refusal = try await counting(process, { try await requested.store(context, displacing: $0) }) {
            admission.unfinishedLogins.remove(process.id)
            return .failure(refusal)
        }
        return .success(try answer(process, cookie: requested.cookie))
    }

    private func begin(_ begin: BeginLogin, replacing replaced: SessionID?) async throws -> Response {
        let process = begin.login.process
        try await counting(process) { try await begin.store(context, replacing: replaced, displacing: $0) }
        return try answer(process, cookie: begin.cookie)
    }

    /// Counts a process for the browser's network, and stores it.
    /// - Parameter store: gets the unclaimed process of somebody else that gives up its place.
    /// - Throws: 429 where the browser's network begins too many.
    private func counting<Outcome>(
        _ process: Process, _ store: (_ displaced: SessionID?) async throws -> Outcome
    ) async throws -> Outcome {
        try admission.admitLogin(from: request.remoteAddress, at: process.serviceID.text)
        let unfinished = admission.unfinishedLogins
        let displaced = try unfinished.add(
            process.id, removedAt: process.expiresAt + Process.unclaimedRetentionSeconds, of: request.remoteAddress)
        do { return try await store(displaced) } catch {
            unfinished.remove(process.id)
            throw error
        }
    }

    private func answer(_ process: Process, cookie: BearerToken) throws -> Response {
        // A path: the cookie belongs to the host that the browser has asked.
        var response = try channel == .inApp ? session(of: process) : Response.redirect(to: "/login/\(process.id)")
        response.set(try LoginCookie.make(process.id, cookie, of: context.issuer))
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
