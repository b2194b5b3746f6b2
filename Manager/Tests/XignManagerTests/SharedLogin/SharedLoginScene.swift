import DatabaseFixture
import Foundation
import Testing
import XignCrypto
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

/// An organization with websites that share a login, another organization, and two people with a device each.
final class SharedLoginScene: Sendable {
    static let organization = "Example Inc."
    static let minutes: Int64 = 600
    static let idleMinutes: Int64 = 120

    let manager: TestManager
    let ada: RawDevice

    init(_ engine: Engine = .sqlite, _ declaration: String = declaration()) throws {
        manager = try TestManager(engine)
        try Self.apply(declaration, to: manager)
        ada = try RawDevice(manager)
        let (account, wiki) = (try manager.account().id, try Self.service("wiki", manager))
        try manager.context.database.write { transaction in
            let role = try #require(try transaction.services.roles(of: wiki.id).first { $0.name == "editor" })
            try transaction.services.assign(role: role.id, to: account)
            try transaction.groups.add(account, to: "staff", in: wiki.organizationID)
        }
        try manager.store(.email, "ada@example.org", alias: "work", isVerified: true)
    }

    /// - Parameters:
    ///   - shared: the terms of the organization; nil for none.
    ///   - shop: further keys of the service.
    ///   - wiki: further keys of the service.
    static func declaration(
        shared: String? = "{ minutes: \(minutes), idleMinutes: \(idleMinutes) }", shop: String = "sharedLogin: true",
        wiki: String = "sharedLogin: true", alternatives: String = "[[pin, device]]"
    ) -> String {
        """
        organizations:
          - name: \(organization)
            groups: [staff, ops]
            \(shared.map { "sharedLogin: \($0)" } ?? "description: shares nothing")
            services:
              - name: shop
                redirectUris: ["https://shop.example/callback"]
                postLogoutRedirectUris: ["https://shop.example/bye"]
                backChannelLogoutUri: https://shop.example/logout
                signingAlgorithm: ES256
                \(shop)
                offlineAccess: { days: 1 }
                roles: [{ name: user, alternatives: [[pin, device]] }]
              - name: wiki
                redirectUris: ["https://wiki.example/callback", "https://other.wiki.example/callback"]
                backChannelLogoutUri: https://wiki.example/logout
                signingAlgorithm: ES256
                \(wiki)
                groups: { names: all, required: false }
                attributes: [{ name: email, required: false, verified: false }, { name: nickname, required: false }]
                roles: [{ name: editor, assigned: true, alternatives: \(alternatives) }]
              - name: plain
                redirectUris: ["https://plain.example/callback"]
                signingAlgorithm: ES256
                roles: [{ name: user, alternatives: [[pin, device]] }]
          - name: Other Ltd
            sharedLogin: { minutes: 600, idleMinutes: 120 }
            services:
              - name: other
                redirectUris: ["https://other.example/callback"]
                signingAlgorithm: ES256
                sharedLogin: true
                roles: [{ name: user, alternatives: [[pin, device]] }]
        users:
          - { name: ada, memberships: [\(organization), Other Ltd] }
          - { name: mallory, memberships: [\(organization), Other Ltd] }
        """
    }

    @discardableResult
    static func apply(_ yaml: String, to manager: TestManager) throws -> [String] {
        try Apply(manager.context, by: TestManager.operatorName)(Array(yaml.utf8))
    }

    static func service(_ name: String, _ manager: TestManager) throws -> Service {
        try #require(try manager.context.database.read { try $0.services.find(name: name) })
    }

    func service(_ name: String) throws -> Service { try Self.service(name, manager) }

    func website(_ name: String) throws -> Website {
        Website(clientID: try service(name).id.text, redirectURI: "https://\(name).example/callback")
    }

    // MARK: Logins

    /// The usual scope of a website.
    static func scope(_ name: String) -> String { name == "wiki" ? "openid email groups" : "openid" }

    /// The answers of a device to what a login asks for.
    struct Choice {
        /// True to allow the shared login.
        var shares = false
        /// The attributes and additions that are left out.
        var without: Set<String> = []
        /// True for an app on the device of the browser.
        var byLink = false
        /// The device's word about its security.
        var check: ClientInformation.SecurityCheck?
    }

    /// Starts a login, as a device does.
    func start(
        _ session: SessionID, by device: RawDevice? = nil, byLink: Bool = false,
        check: ClientInformation.SecurityCheck? = nil
    ) throws -> Start.Response {
        let (secrets, device) = (manager.context.secrets(of: session), device ?? ada)
        let client = ClientInformation(version: "1.0.0", platform: "Linux", securityCheck: check, supports: [.offline])
        let code = secrets.qrSecret(step: SessionSecrets.step(at: manager.clock.now.seconds))
        return try device.call(
            Start.self,
            .init(
                activationId: device.activation, sessionId: session,
                claim: byLink ? .link(secrets.linkSecret) : .qrCode(code), client: client), proven: true)
    }

    func confirm(_ session: SessionID, _ choice: Choice = Choice(), by device: RawDevice? = nil) throws {
        let device = device ?? ada
        let started = try start(session, by: device, byLink: choice.byLink, check: choice.check)
        var selections: [String: Prepare.Selection] = [:]
        for (name, offer) in started.attributes where !offer.isMissing && !choice.without.contains(name) {
            guard offer.kind != "permission" || choice.shares else { continue }
            selections[name] = .init(aliasId: offer.aliases.first?.id)
        }
        let prepared = try device.call(
            Prepare.self,
            .init(
                sessionId: session, sessionToken: started.sessionToken, roleId: started.roles[0].id,
                attributes: selections))
        let statement = try #require(prepared.statement).bytes
        let answer = try device.finish(.init(session: session, token: started.sessionToken, statement: statement))
        try #require(answer.result != nil)
    }

    /// A browser, which keeps its cookies.
    struct Jar {
        let scene: SharedLoginScene
        var cookies: [(name: String, value: String)] = []
        var userAgent = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0"

        init(_ scene: SharedLoginScene) { self.scene = scene }

        mutating func get(_ target: String) throws -> Response { try send(.get, target) }

        mutating func post(_ target: String, _ form: [(String, String)] = []) throws -> Response {
            try send(.post, target, form)
        }

        private mutating func send(
            _ method: XignHTTP.Method, _ target: String, _ form: [(String, String)] = []
        ) throws -> Response {
            let headers = [
                HeaderField("Cookie", cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")),
                HeaderField("User-Agent", userAgent), HeaderField("Sec-Fetch-Site", "same-origin"),
                HeaderField("Content-Type", "application/x-www-form-urlencoded"),
            ]
            let answer = scene.manager.router.respond(
                to: try Request(method, target, headers: headers, body: Array(Provider.encoded(form).utf8)))
            for field in answer.headers where field.name == "Set-Cookie" {
                let pair = field.value.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
                cookies.removeAll { $0.name == pair[0] }
                if !field.value.contains("; Max-Age=0") { cookies.append((String(pair[0]), String(pair[1]))) }
            }
            return answer
        }

        /// Is sent to the manager by a website.
        mutating func open(_ name: String, _ changes: [String: String?] = [:]) throws -> Response {
            let usual: [String: String?] = ["scope": SharedLoginScene.scope(name)]
            return try get(try scene.website(name).target(usual.merging(changes) { $1 }))
        }

        /// Is shown the login page.
        mutating func begin(_ name: String, _ changes: [String: String?] = [:]) throws -> SessionID {
            let answer = try open(name, ["prompt": "login"].merging(changes) { $1 })
            guard let location = answer["Location"], location.hasPrefix("/login/"),
                let id = SessionID(text: location.dropFirst("/login/".count))
            else { throw Unexpected(response: answer) }
            return id
        }

        /// Logs in with a device.
        /// - Returns: the code.
        @discardableResult
        mutating func logIn(
            _ name: String, shares: Bool = false, without: Set<String> = [], by device: RawDevice? = nil,
            check: ClientInformation.SecurityCheck? = nil, _ changes: [String: String?] = [:]
        ) throws -> String {
            // The newest confirmation counts: no two are of one moment.
            scene.manager.clock.advance(seconds: 1)
            let id = try begin(name, changes)
            try scene.confirm(id, Choice(shares: shares, without: without, check: check), by: device)
            return try #require(try Answer(try post("/login/\(id)/continue"))["code"])
        }

        /// The code without a page; nil where the device is needed.
        mutating func silently(_ name: String, _ changes: [String: String?] = [:]) throws -> String? {
            let answer = try Answer(try open(name, ["prompt": "none"].merging(changes) { $1 }))
            if answer["code"] == nil { #expect(answer["error"] == "login_required") }
            return answer["code"]
        }

        /// The name and the value of the cookie of a shared login.
        var shared: (name: String, value: String)? {
            cookies.first { $0.name.contains("xign-shared-") }
        }
    }

    /// A browser that has confirmed the wiki before, and shares a login that began at the shop.
    func sharing(by device: RawDevice? = nil) throws -> Jar {
        var before = Jar(self)
        try before.logIn("wiki", by: device)
        var jar = Jar(self)
        try jar.logIn("shop", shares: true, by: device)
        return jar
    }

    // MARK: Websites

    func redeem(_ code: String, at name: String) throws -> Response {
        let (service, website) = (try service(name), try website(name))
        let secret = try #require(try manager.context.database.read { try $0.services.secret(of: service.id) })
        return manager.router.respond(
            to: try Request(
                .post, TokenEndpoint.path,
                headers: [
                    Website.basic(service.id.text, secret),
                    HeaderField("Content-Type", "application/x-www-form-urlencoded"),
                ], body: Array(Provider.encoded(website.tokenRequest(code)).utf8)))
    }

    func tokens(_ code: String?, at name: String) throws -> JSONValue {
        try redeem(try #require(code), at: name).json
    }

    /// The claims of an ID token.
    func claims(_ code: String?, at name: String) throws -> JSONValue {
        let token = try #require(try tokens(code, at: name)["id_token"]?.string)
        return try StrictJSON.parse(try #require(Base64URL.decode(token.split(separator: ".")[1])), limits: .message)
    }

    func userInfo(_ tokens: JSONValue) throws -> Response {
        let bearer = HeaderField("Authorization", "Bearer \(tokens["access_token"]?.string ?? "")")
        return manager.router.respond(to: try Request(.get, UserInfoEndpoint.path, headers: [bearer]))
    }

    // MARK: The database

    func write(_ body: @escaping @Sendable (any Transaction) throws -> Void) throws {
        try manager.context.database.write { try body($0) }
    }

    func logins(of user: String = TestManager.userName) throws -> [SharedLogin] {
        let account = try manager.account(user).id
        return try manager.context.database.read { try $0.sharedLogins.all(of: account) }
    }

    func parts(of user: String = TestManager.userName) throws -> [RememberedLogin] {
        let account = try manager.account(user).id
        return try manager.context.database.read { try $0.rememberedLogins.all(of: account) }
    }

    func count(of kind: AuditEvent.Kind) throws -> Int { try manager.auditKinds.count { $0 == kind } }

    /// The number of logouts that wait for websites.
    var logouts: Int { get throws { try manager.context.database.read { try $0.outbox.count(of: .logout) } } }
}
