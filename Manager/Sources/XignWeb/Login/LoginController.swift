import Logging
import QRCode
import XignAdmission
import XignDomain
import XignHTTP
import XignPages
import XignProtocol
import XignUseCases
import XignWebAssets
import XignWording

/// What a browser does with a login: sees its page, follows it, fetches its result, or begins anew.
///
/// Everything demands the session's cookie. Without it a session that exists looks like one that does not.
package struct LoginController: Sendable {
    private let context: Context
    private let admission: Admission
    private let log: Log
    private let watcher: LoginWatcher

    /// Starts a thread, which runs until `stop`.
    /// - Parameters:
    ///   - hub: for the pages' event streams alone.
    ///   - lookEvery: how often to look for changes whose notice was lost; nil: only when told to.
    package init(
        _ context: Context, _ admission: Admission, _ log: Log, hub: EventHub, lookEvery: Duration? = .seconds(1)
    ) {
        self.context = context
        self.admission = admission
        self.log = log
        watcher = LoginWatcher(context, log, hub: hub, lookEvery: lookEvery)
    }

    /// Registers the whole front channel: authorization endpoint, login pages and the way back from an app.
    package func register(in router: inout Router) {
        AuthorizationController(context: context, admission: admission, log: log).register(in: &router)
        let pages = PageAnswers(log: log)
        router.on(.get, "/login/{session}", pages.refusing { try show($0) })
        router.on(.get, "/login/{session}/code.svg") { try picture($0) }
        router.on(.get, "/login/{session}/events") { try follow($0) }
        router.on(.post, "/login/{session}/continue", pages.refusing { try await proceed($0) })
        router.on(.post, "/login/{session}/again", pages.refusing { try await beginAgain($0) })
        router.on(.get, "/assets/{name}") { try asset($0) }
        ReturnController(context: context, log: log).register(in: &router)
    }

    /// Looks for changes whose notice was lost, as it does by itself every `lookEvery`.
    package func look() { watcher.look() }

    /// Ends the thread. Streams that are open are told nothing more.
    package func stop() { watcher.stop() }

    /// How many sessions are watched for open pages.
    package var watchedCount: Int { watcher.watchedCount }

    // MARK: Handlers

    private func show(_ request: Request) throws -> Response {
        let session = try ownSession(request)
        guard session.state != .completed else { throw PageRefusal.loginUsed }
        guard let (service, organization) = try FindService(context)(session.serviceID) else {
            throw PageRefusal.unknownService.naming(session.sent)
        }
        return .page(
            LoginPage.page(model(session, service, organization), in: .english),
            policy: ContentSecurityPolicy.login(redirectURI: session.authorization.redirectURI))
    }

    /// The code of this moment, for browsers without scripts.
    private func picture(_ request: Request) throws -> Response {
        let now = context.clock.now()
        guard let session = try presentedSession(request), session.state(at: now) == .waiting else {
            throw HTTPError.notFound
        }
        let secrets = SessionSecrets(managerSecret: context.database.vault.managerSecret, session: session.id)
        let data = InitializationPayload(
            .authenticationByQRCode(session.id), secret: secrets.qrSecret(step: SessionSecrets.step(at: now.seconds)),
            origin: context.issuer)
        let code = try QRCode(InitializationLink.appLink(data, at: context.appLinkOrigin))
        return .bytes(
            Array(code.svg(title: Wording.english.loginPage.code.fileTitle).utf8), contentType: "image/svg+xml",
            headers: [
                HeaderField("Content-Security-Policy", ContentSecurityPolicy.message),
                HeaderField("Cache-Control", "no-store"),
            ])
    }

    private func follow(_ request: Request) throws -> Response {
        guard let id = SessionID(text: try request.parameter("session")),
            let stream = try watcher.open(id, for: request.remoteAddress, read: { try presentedSession(id, request) })
        else { throw HTTPError.notFound }
        return .events(stream)
    }

    private func proceed(_ request: Request) async throws -> Response {
        let session = try ownSession(request)
        try refuseOtherSites(request)
        return try await LoginContinuation(context: context).answer(session)
    }

    private func beginAgain(_ request: Request) async throws -> Response {
        let session = try ownSession(request)
        try refuseOtherSites(request)
        switch session.state(at: context.clock.now()) {
        case .completed: throw PageRefusal.loginUsed
        case .done: return .redirect(to: "/login/\(session.id)")
        case .waiting, .scanned, .confirming, .declined, .expired: break
        }
        // The website's registration may have changed since it asked.
        guard let service = try FindService(context)(session.serviceID)?.service, service.isActive
        else { throw PageRefusal.unknownService.naming(session.sent) }
        guard RedirectURI.matches(session.authorization.redirectURI, service) else {
            throw PageRefusal.redirectURINotRegistered.naming(session.sent)
        }
        return try await LoginStart(context: context, admission: admission, request: request)
            .begin(session.authorization, for: service, replacing: session.id)
    }

    private func asset(_ request: Request) throws -> Response {
        guard let asset = WebAssets.asset(at: request.target.path) else { throw HTTPError.notFound }
        return .bytes(
            asset.bytes, contentType: asset.contentType,
            headers: [HeaderField("Cache-Control", "public, max-age=31536000, immutable")])
    }

    // MARK: Whose session it is

    private func presentedSession(_ request: Request) throws -> LoginSession? {
        guard let id = SessionID(text: try request.parameter("session")) else { return nil }
        return try presentedSession(id, request)
    }

    private func presentedSession(_ id: SessionID, _ request: Request) throws -> LoginSession? {
        try BrowserLogins(context).find(id, cookie: LoginCookie.value(in: request, for: id))
    }

    private func ownSession(_ request: Request) throws -> LoginSession {
        guard let session = try presentedSession(request) else { throw PageRefusal.loginOfAnotherBrowser }
        return session
    }

    private func refuseOtherSites(_ request: Request) throws {
        guard try SameOrigin.isProven(by: request, issuer: context.issuer) else { throw PageRefusal.fromAnotherSite }
    }

    // MARK: The page

    private func model(
        _ session: LoginSession, _ service: Service, _ organization: Organization
    ) -> LoginPage.Model {
        let now = context.clock.now()
        return LoginPage.Model(
            service: service.displayName, organization: organization.name,
            host: RedirectURI.origin(of: session.authorization.redirectURI)?.idmIdentifier ?? "",
            session: session.id.description, state: LoginState(session, at: now),
            secondsLeft: Int(session.expiresAt.secondsSince(now)),
            returnSeconds: Int(LoginSession.collectionSeconds), code: code(of: session.id, at: now))
    }

    private func code(of session: SessionID, at now: Timestamp) -> LoginPage.Code {
        let secrets = SessionSecrets(managerSecret: context.database.vault.managerSecret, session: session)
        let step = SessionSecrets.step(at: now.seconds)
        return LoginPage.Code(
            key: Base64URL.encode(secrets.qrKey.bytes), managerOrigin: context.issuer.description,
            appLinkOrigin: context.appLinkOrigin.description, step: UInt64(bitPattern: step),
            millisecondsIntoStep: Int(now.rawValue - step * SessionSecrets.stepSeconds * 1000),
            secondsPerStep: Int(SessionSecrets.stepSeconds),
            link: InitializationLink.appLink(
                InitializationPayload(
                    .authenticationByLink(session), secret: secrets.linkSecret, origin: context.issuer),
                at: context.appLinkOrigin))
    }
}

extension LoginState {
    /// What the browser may know of a session, also for a page that is still open in another tab.
    init(_ session: LoginSession, at now: Timestamp) {
        self.init(session.state(at: now), session.channel, session.declineReason)
    }

    private init(_ state: LoginSession.State, _ channel: Channel, _ declineReason: Abort.Reason?) {
        switch state {
        case .waiting: self = .waiting
        case .scanned: self = .scanned
        case .confirming: self = .confirming
        case .done: self = channel == .sameDevice ? .awaitingReturn : .resultReady
        case .completed: self = channel == .sameDevice ? .returned : .resultReady
        case .declined: self = declineReason == .notMe ? .notMe : .cancelled
        case .expired: self = .expired
        }
    }
}

extension LoginSession {
    /// What its website sent when it began.
    var sent: SentByWebsite { SentByWebsite(clientID: serviceID, redirectURI: authorization.redirectURI) }
}
