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
    static let publicClient = confidentialClient + "\n        confidential: false"
    /// A client with a secret that may have lasting accesses too.
    static let other: ServiceID = "other"
    private static let otherSecret = BearerToken.generate()

    let inApp: InAppScene
    var manager: TestManager { inApp.manager }
    var device: RawDevice { inApp.device }

    init(_ engine: Engine, demo: String = Self.confidentialClient) throws {
        inApp = try InAppScene(engine, demo: demo)
        var other = try manager.service
        other.id = Self.other
        other.name = "other"
        other.secretHash = Self.otherSecret.hash
        other.client.offlineAccess = .init(days: 30, idleDays: 7)
        let service = other
        try manager.context.database.write { try $0.services.save(service) }
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
        _ begun: InAppStart.Response, supports: Set<ClientCapability> = [.offline]
    ) throws -> Start.Response {
        let client = ClientInformation(version: "1.0.0", platform: "Linux", securityCheck: nil, supports: supports)
        return try device.claim(begun.sessionId, token: begun.sessionToken, client: client)
    }

    /// Logs in, and redeems the code.
    func logIn(scope: String = "openid offline_access") throws -> JSONValue {
        try logInKeepingCode(scope: scope).tokens
    }

    func logInKeepingCode(
        scope: String = "openid offline_access"
    ) throws -> (tokens: JSONValue, code: String, verifier: String?) {
        var terms = try terms
        terms.scope = scope
        let begun = try device.beginInApp(terms)
        let prepared = try device.prepare(begun.sessionId, try start(begun))
        #expect(try device.finish(prepared).result != nil)
        let code = try device.collect(prepared)
        return (try redeem(code, verifier: terms.verifier).json, code, terms.verifier)
    }

    // MARK: The website's server

    func redeem(_ code: String, verifier: String?) throws -> Response {
        try post(
            "/openid/token",
            [("grant_type", "authorization_code"), ("code", code)] + (verifier.map { [("code_verifier", $0)] } ?? []))
    }

    func refresh(
        _ token: String, scope: String? = nil, as client: ServiceID? = nil, at node: Manager? = nil
    ) throws -> Response {
        try post(
            "/openid/token",
            [("grant_type", "refresh_token"), ("refresh_token", token)] + (scope.map { [("scope", $0)] } ?? []),
            as: client, at: node)
    }

    func revoke(_ token: String, as client: ServiceID? = nil) throws -> Response {
        try post("/openid/revoke", [("token", token)], as: client)
    }

    private func post(
        _ path: String, _ form: [(String, String)], as client: ServiceID? = nil, at node: Manager? = nil
    ) throws -> Response {
        let service = try manager.service
        var form = form
        var headers = [HeaderField("Content-Type", "application/x-www-form-urlencoded")]
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
    func userInfo(_ tokens: JSONValue) throws -> XignHTTP.Status {
        let bearer = HeaderField("Authorization", "Bearer \(tokens["access_token"]?.string ?? "")")
        return manager.router.respond(to: try Request(.get, "/openid/user", headers: [bearer])).status
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

    var accessTokens: Int {
        get throws { try manager.context.database.read { try $0.rows("SELECT hash FROM access_token").count } }
    }
}
