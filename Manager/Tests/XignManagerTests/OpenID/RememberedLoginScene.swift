import DatabaseFixture
import Testing
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

/// Two managers on one database, and a service whose logins browsers remember.
struct RememberedLoginScene: Sendable {
    static let logoutAddress = "https://website.example/bye"
    private static let redirectURI = "https://website.example/callback"

    let manager: TestManager
    /// The second manager.
    let node: Manager
    let service: ServiceID
    private let secret: String
    private let pages: LoginController
    private let routers: [Router]

    init(_ engine: Engine = .sqlite) throws {
        manager = try TestManager(engine)
        node = try manager.secondNode()
        service = try manager.service.id
        secret = try manager.secret
        pages = node.loginController(hub: EventHub(), lookEvery: nil)
        routers = [manager.router, node.router(pages)]
        var service = try manager.service
        service.client.rememberedLogin = .init(minutes: 60, idleMinutes: 60)
        service.client.offlineAccess = .init(days: 1, idleDays: 1)
        service.client.backChannelLogoutURI = "https://website.example/logout"
        service.client.postLogoutRedirectURIs = [Self.logoutAddress]
        let changed = service
        try manager.context.database.write { try $0.services.save(changed) }
    }

    func close() {
        pages.stop()
        node.context.database.close()
    }

    // MARK: Logins

    /// A confirmed login that a browser remembers, with the refresh token of its website.
    struct Login: Sendable {
        let website: Website
        let confirmed: ConfirmedLogin
        let cookie: BearerToken
        let refreshToken: RefreshTokenText
        /// A browser of the same person at the account pages.
        let browserSession: BrowserSession

        var session: SessionID { confirmed.sessionID }

        /// Repeats the login.
        /// - Returns: the code; nil where nothing is remembered.
        func use(at manager: Manager) async throws -> BearerToken? {
            let authorization = AuthorizationRequest(
                redirectURI: website.redirectURI, state: nil,
                requirements: LoginRequirements(scope: ["openid"], codeChallenge: website.challenge))
            let outcome = try await UseRememberedLogin(manager.context)(
                .init(authorization, at: confirmed.serviceID, cookie: cookie.text), isAdmitted: { _ in true })
            guard case .code(let code) = outcome else { return nil }
            return code
        }
    }

    /// Has a device confirm a login, and keeps all that may come of it.
    func remember(by device: RawDevice) throws -> Login {
        let page = try TestBrowser(manager)
        _ = try device.finish(try device.prepare(page))
        let (session, cookie, refreshToken) = (try page.session, BearerToken.generate(), RefreshTokenText.generate())
        let now = manager.clock.now
        return try manager.context.database.write { [service, website] transaction in
            let service = try #require(try transaction.services.find(id: service))
            let account = try #require(try transaction.activations.find(device.activation)).accountID
            let role = try #require(try transaction.services.roles(of: service.id).first { $0.name == "user" })
            let subject = try transaction.services.addMappingID(
                MappingID(SessionID.random().description), of: account, at: service.id)
            let login = ConfirmedLogin(
                sessionID: session, serviceID: service.id, accountID: account, activationID: device.activation,
                mappingID: subject, roleName: role.name, factors: [.device, .pin], authenticatedAt: now)
            try transaction.rememberedLogins.insert(
                RememberedLogin(
                    login: login, roleID: role.id,
                    cookie: PersistentCookie(
                        hash: cookie.hash, browser: .unknown, createdAt: now, expiresAt: now + 3600),
                    data: .init(origin: "https://website.example", scope: ["openid"], claims: .none),
                    policyVersion: service.policyVersion))
            try transaction.refreshTokens.insert(
                RefreshToken(
                    familyHash: refreshToken.familyHash, hash: refreshToken.hash,
                    codeHash: BearerToken.generate().hash, login: login, scope: ["openid", "offline_access"],
                    offlineUntil: now + 86_400, lastUsedAt: now, expiresAt: now + 86_400))
            let browserSession = BrowserSession(
                id: .random(), cookieHash: BearerToken.generate().hash, surface: .account, accountID: account,
                activationID: device.activation, network: nil, createdAt: now, lastSeen: now)
            try transaction.browserSessions.insert(browserSession)
            return Login(
                website: website, confirmed: login, cookie: cookie, refreshToken: refreshToken,
                browserSession: browserSession)
        }
    }

    // MARK: The website and the browser, at one of the two managers

    private var website: Website { Website(clientID: service.text, redirectURI: Self.redirectURI) }

    /// Repeats the login.
    /// - Returns: the code; nil where nothing is remembered.
    func code(of login: Login, at index: Int = 0) throws -> String? {
        let target = website.target(["prompt": "none", "scope": "openid"])
        return try Answer(try respond(.get, target, [try cookie(login)], at: index))["code"]
    }

    func redeem(_ code: String, at index: Int = 0) throws -> Response {
        try post(website.tokenRequest(code), at: index)
    }

    func refresh(_ login: Login, at index: Int = 0) throws -> Response {
        try post([("grant_type", "refresh_token"), ("refresh_token", login.refreshToken.text)], at: index)
    }

    /// The tokens of a repetition.
    func tokens(of login: Login) throws -> JSONValue {
        try redeem(try #require(try code(of: login))).json
    }

    /// Sends the browser to the logout endpoint, with an ID token of the login.
    func logOut(_ login: Login, _ tokens: JSONValue, at index: Int) throws -> Response {
        let parameters = [
            ("id_token_hint", try #require(tokens["id_token"]?.string)),
            ("post_logout_redirect_uri", Self.logoutAddress),
        ]
        return try respond(.get, "/openid/logout?" + Provider.encoded(parameters), [try cookie(login)], at: index)
    }

    /// The status at the user info endpoint.
    func userInfo(_ tokens: JSONValue) throws -> XignHTTP.Status {
        let bearer = HeaderField("Authorization", "Bearer \(tokens["access_token"]?.string ?? "")")
        return try respond(.get, "/openid/user", [bearer], at: 0).status
    }

    private func post(_ form: [(String, String)], at index: Int) throws -> Response {
        let headers = [
            Website.basic(service.text, secret), HeaderField("Content-Type", "application/x-www-form-urlencoded"),
        ]
        return try respond(.post, "/openid/token", headers, Provider.encoded(form), at: index)
    }

    private func respond(
        _ method: XignHTTP.Method, _ target: String, _ headers: [HeaderField], _ body: String = "", at index: Int
    ) throws -> Response {
        routers[index].respond(to: try Request(method, target, headers: headers, body: Array(body.utf8)))
    }

    /// The cookie of the login, as the browser sends it.
    private func cookie(_ login: Login) throws -> HeaderField {
        let cookies = try RememberedLoginCookie(at: service, in: Request(.get, "/"), of: manager.issuer)
            .changes(
                keeping: KeptCookies(
                    organization: "", website: RememberedCookie(value: login.cookie, lifetimeSeconds: 3600)))
        let set = try #require(cookies.first.flatMap { Response(.ok).setting($0)["Set-Cookie"] })
        return HeaderField("Cookie", String(set.prefix { $0 != ";" }))
    }

    // MARK: The database

    /// The number of logouts that wait for the website.
    var logouts: Int { get throws { try manager.context.database.read { try $0.outbox.count(of: .logout) } } }

    func count(of kind: AuditEvent.Kind) throws -> Int { try manager.auditKinds.count { $0 == kind } }
}
