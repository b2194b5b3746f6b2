import DatabaseFixture
import Testing
import Threads
import XignCrypto
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

@testable import XignServer
@testable import XignUseCases

/// A service that may have a lasting access for 30 days, used at least every 7 days, and its app.
struct OfflineScene {
    static let confidentialClient = "inApp: true\n        offlineAccess: { days: 30, idleDays: 7 }"
    static let logoutAddress = "backChannelLogoutUri: https://website.example/logout"
    static let toldClient = confidentialClient + "\n        " + logoutAddress
    static let publicClient = confidentialClient + "\n        confidential: false"
    /// A client with a secret that may have lasting accesses too.
    static let other: ServiceID = "other"
    private static let otherSecret = BearerToken.generate()

    let inApp: InAppScene
    var manager: TestManager { inApp.manager }
    var device: RawDevice { inApp.device }

    init(_ engine: Engine = .sqlite, demo: String = Self.confidentialClient) throws {
        inApp = try InAppScene(engine, demo: demo)
        var other = try manager.service
        other.id = Self.other
        other.name = "other"
        other.secretHash = Self.otherSecret.hash
        other.client.offlineAccess = .init(days: 30, idleDays: 7)
        let service = other
        try manager.context.database.write { try $0.services.save(service) }
    }

    /// Declares the service anew.
    /// - Parameter change: a change of the whole declaration.
    func declare(_ demo: String, settings: String = "", _ change: (String) -> String = { $0 }) throws {
        let yaml = change(TestManager.declaration(settings: settings))
            .replacing("      - name: demo\n", with: "      - name: demo\n        \(demo)\n")
        _ = try Apply(manager.context)(Array(yaml.utf8))
    }

    // MARK: The login

    private var terms: RawDevice.InAppTerms {
        get throws {
            var terms = try inApp.terms
            terms.scope = "openid offline_access"
            terms.nonce = "n-1"
            return terms
        }
    }

    func begin() throws -> InAppStart.Response { try device.beginInApp(try terms) }

    func start(
        _ begun: InAppStart.Response, supports: Set<ClientCapability> = [.offline], by device: RawDevice? = nil
    ) throws -> Start.Response {
        let client = ClientInformation(version: "1.0.0", platform: "Linux", securityCheck: nil, supports: supports)
        return try (device ?? self.device).claim(begun.sessionId, token: begun.sessionToken, client: client)
    }

    /// Logs in, and redeems the code.
    /// - Parameter key: proved at the token endpoint.
    func logIn(scope: String = "openid offline_access", key: TestKey? = nil) throws -> JSONValue {
        try logInKeepingCode(scope: scope, key: key).tokens
    }

    func logInKeepingCode(
        scope: String = "openid offline_access", key: TestKey? = nil
    ) throws -> (tokens: JSONValue, code: String, verifier: String?) {
        var terms = try terms
        terms.scope = scope
        let begun = try device.beginInApp(terms)
        let prepared = try device.prepare(begun.sessionId, try start(begun))
        #expect(try device.finish(prepared).result != nil)
        let code = try device.collect(prepared)
        return (try redeem(code, verifier: terms.verifier, key: key).json, code, terms.verifier)
    }

    /// Logs in with another device, whose biometric key signs in place of the PIN.
    func logInByBiometrics() throws -> JSONValue {
        let activation = try RawActivation(manager)
        let opened = try activation.opened()
        let (device, key) = (activation.device(), P256.Signing.PrivateKey())
        _ = try device.enrol(with: opened.openToken, challenge: opened.challenge.bytes, biometricKey: key)
        let terms = try terms
        let begun = try device.beginInApp(terms)
        let prepared = try device.prepare(begun.sessionId, try start(begun, by: device))
        let signed = try device.sign(prepared.statement, .consent, pinKey: nil, biometricKey: key)
        _ = try device.call(
            Finish.self,
            .init(sessionId: prepared.session, sessionToken: prepared.token, consent: Octets(signed)))
        return try redeem(try device.collect(prepared), verifier: terms.verifier).json
    }

    // MARK: The website's server

    func redeem(_ code: String, verifier: String?, key: TestKey? = nil) throws -> Response {
        try post(
            "/openid/token",
            [("grant_type", "authorization_code"), ("code", code)] + (verifier.map { [("code_verifier", $0)] } ?? []),
            headers: try proof(key))
    }

    func refresh(
        _ token: String, scope: String? = nil, key: TestKey? = nil, as client: ServiceID? = nil,
        at node: Manager? = nil
    ) throws -> Response {
        try post(
            "/openid/token",
            [("grant_type", "refresh_token"), ("refresh_token", token)] + (scope.map { [("scope", $0)] } ?? []),
            headers: try proof(key), as: client, at: node)
    }

    func revoke(_ token: String, as client: ServiceID? = nil) throws -> Response {
        try post("/openid/revoke", [("token", token)], as: client)
    }

    private func post(
        _ path: String, _ form: [(String, String)], headers: [HeaderField] = [], as client: ServiceID? = nil,
        at node: Manager? = nil
    ) throws -> Response {
        let service = try manager.service
        var form = form
        var headers = headers + [HeaderField("Content-Type", "application/x-www-form-urlencoded")]
        if client != nil {
            headers.append(Website.basic(Self.other.text, Self.otherSecret.text))
        } else if service.isConfidential {
            headers.append(Website.basic(service.id.text, try manager.secret))
        } else {
            form.append(("client_id", service.id.text))
        }
        let request = try Request(.post, path, headers: headers, body: Array(Provider.encoded(form).utf8))
        guard let node else { return manager.router.respond(to: request) }
        let pages = node.loginController(hub: EventHub(), lookEvery: nil)
        defer { pages.stop() }
        return node.router(pages).respond(to: request)
    }

    /// The status at the user info endpoint.
    /// - Parameter key: proved; nil for a bearer token.
    func userInfo(_ tokens: JSONValue, key: TestKey? = nil) throws -> XignHTTP.Status {
        let token = tokens["access_token"]?.string ?? ""
        let scheme = key == nil ? "Bearer" : "DPoP"
        let proof = try proof(key, "GET", "/openid/user", ["ath": TestKey.hash(of: token)])
        return manager.router.respond(
            to: try Request(
                .get, "/openid/user", headers: [HeaderField("Authorization", "\(scheme) \(token)")] + proof)
        ).status
    }

    /// The field with a proof of possession, and with the nonce that a public client must use.
    private func proof(
        _ key: TestKey?, _ method: String = "POST", _ path: String = "/openid/token", _ claims: Changes = [:]
    ) throws -> [HeaderField] {
        guard let key else { return [] }
        let nonce: Changes = ["nonce": .string(manager.context.proofNonce.text)]
        let text = try key.proofText(
            method, "\(manager.issuer)\(path)", at: manager.clock.now, claims.merging(nonce) { $1 })
        return [HeaderField("DPoP", text)]
    }

    func idToken(_ tokens: JSONValue) throws -> JSONValue {
        let parts = try #require(tokens["id_token"]?.string).split(separator: ".")
        return try StrictJSON.parse(try #require(Base64URL.decode(parts[1])), limits: .message)
    }

    func error(_ response: Response) throws -> String? { try response.json["error"]?.string }

    // MARK: The database

    var families: Int {
        get throws { try manager.context.database.read { try $0.rows("SELECT hash FROM refresh_token").count } }
    }

    /// The number of logouts that wait for websites.
    var logouts: Int { get throws { try manager.context.database.read { try $0.outbox.count(of: .logout) } } }

    /// Delivers a logout, as the outbox has it.
    func deliverLogout() throws -> LogoutNotice? {
        let now = manager.clock.now
        let item = try manager.context.database.write { transaction in
            let item = try transaction.outbox.take(.logout, at: now, leasedUntil: now + 60)
            if let item { try transaction.outbox.remove(item) }
            return item
        }
        return try item?.logout(manager.context.database.vault)
    }

    /// The process of the newest login.
    var newestLogin: SessionID? {
        get throws {
            try manager.context.database.read { try $0.audit.newest(100) }.first { $0.kind == .loginConfirmed }?
                .sessionID
        }
    }

    /// The reason of the last refused refresh in the audit log.
    var refusal: String? {
        get throws {
            try manager.context.database.read { try $0.audit.newest(100) }.first { $0.kind == .refreshRefused }?.detail
        }
    }

    var accessTokens: Int {
        get throws { try manager.context.database.read { try $0.rows("SELECT hash FROM access_token").count } }
    }
}
