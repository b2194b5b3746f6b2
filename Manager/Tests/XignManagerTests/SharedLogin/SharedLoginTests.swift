import DatabaseFixture
import Testing
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

/// A login that a browser shares at the websites of an organization. The conditions of its use, each alone.
struct SharedLoginTests {
    @Test("A shared login", .serialized, arguments: TestCase.all(allTests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let allTests: [TestCase<Self>] =
        [tests, conditions, security, endsTests, logouts, browsers, races, attacks].flatMap { $0 }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "a website that was confirmed before is answered without the device, as another subject and session",
            story, each: Engine.allCases),
        TestCase("the first login at a website asks, and the next one is silent", firstAsks),
        TestCase("it is off until the device includes it, and a tick changes nothing", off),
        TestCase("the device names browser, network and time, and a QR code gives a day at most", permission),
        TestCase("nothing is offered where the service or its organization takes no part", offered),
        TestCase("values and groups are told as confirmed, in ID token and user info", values, each: Engine.allCases),
        TestCase("a permission is no value that the website received", received),
        TestCase("a login with the device replaces it with the permission, and leaves it without", replaced),
        TestCase("a repeated request for the result gets another cookie, and the first one is void", lostAnswer),
        TestCase("the account lists it with its websites", listed, each: Engine.allCases),
        TestCase("housekeeping removes it once it is over", expired, each: Engine.allCases),
        TestCase("fifty uses at once are fifty codes and one row", fifty, each: Engine.allCases),
        TestCase("a loop of requests is stopped", loop),
    ]

    // MARK: The same login at another website

    func story(_ engine: Engine) throws {
        let scene = try SharedLoginScene(engine)
        var before = SharedLoginScene.Jar(scene)
        try before.logIn("wiki")
        scene.manager.clock.advance(seconds: 3600)
        var jar = SharedLoginScene.Jar(scene)
        let first = try scene.claims(try jar.logIn("shop", shares: true), at: "shop")
        scene.manager.clock.advance(seconds: 60)
        let second = try scene.claims(try jar.silently("wiki"), at: "wiki")
        #expect(first["auth_time"]?.integer == second["auth_time"]?.integer)
        #expect(first["acr"]?.string == second["acr"]?.string)
        #expect(first["amr"]?.strings == second["amr"]?.strings)
        for name in ["sub", "sid", "aud"] {
            #expect(first[name]?.string != second[name]?.string, "\(name)")
        }
        let third = try scene.claims(try jar.silently("wiki", ["prompt": nil]), at: "wiki")
        #expect(third["sid"]?.string == second["sid"]?.string)
        let again = try scene.claims(try jar.silently("shop"), at: "shop")
        #expect(again["sid"]?.string == first["sid"]?.string)
        #expect(try scene.count(of: .sharedLoginBegun) == 1)
        #expect(try scene.count(of: .sharedLoginUsed) == 3)
        #expect(try scene.parts().count == 2)
        let shared = try #require(try scene.logins().first)
        let uses = try scene.manager.context.database.read { try $0.audit.newest(100) }
            .filter { $0.kind == .sharedLoginUsed }
        #expect(uses.allSatisfy { $0.sessionID == shared.sessionID })
    }

    func firstAsks() throws {
        let scene = try SharedLoginScene()
        var jar = SharedLoginScene.Jar(scene)
        try jar.logIn("shop", shares: true)
        #expect(try jar.silently("wiki") == nil)
        try jar.logIn("wiki")
        #expect(try jar.silently("wiki") != nil)
        #expect(try jar.silently("plain") == nil)
    }

    func off() throws {
        let scene = try SharedLoginScene()
        var before = SharedLoginScene.Jar(scene)
        try before.logIn("wiki")
        var jar = SharedLoginScene.Jar(scene)
        let id = try jar.begin("shop")
        _ = try jar.post("/login/\(id)/remember", [("remember", "yes")])
        try scene.confirm(id)
        _ = try jar.post("/login/\(id)/continue")
        #expect(jar.shared == nil)
        #expect(try scene.logins().isEmpty)
        #expect(try jar.silently("wiki") == nil)
        #expect(try scene.count(of: .sharedLoginBegun) == 0)
    }

    // MARK: The permission

    /// The permission as the device shows it.
    private func shown(
        _ scene: SharedLoginScene, _ jar: SharedLoginScene.Jar, at name: String = "shop", byLink: Bool = false,
        _ changes: [String: String?] = [:]
    ) throws -> (name: String, alias: String)? {
        var jar = jar
        let started = try scene.start(try jar.begin(name, changes), byLink: byLink)
        guard let offer = started.attributes.first(where: { $0.value.kind == "permission" }) else { return nil }
        #expect(!offer.value.isRequired)
        return (offer.key, try #require(offer.value.aliases.first).text)
    }

    func permission() throws {
        let scene = try SharedLoginScene()
        var jar = SharedLoginScene.Jar(scene)
        let usual = try #require(try shown(scene, jar))
        #expect(usual.name == "Stay logged in at the websites of this organization")
        #expect(usual.alias.hasPrefix("in Firefox on Windows"))
        #expect(usual.alias.hasSuffix(", for 10 hours"))
        jar.userAgent = "curl/8"
        let unknown = try #require(try shown(scene, jar, ["ui_locales": "de"]))
        #expect(unknown.name == "Bei den Websites dieser Organisation angemeldet bleiben")
        #expect(unknown.alias.hasPrefix("in diesem Browser"))
        #expect(unknown.alias.hasSuffix(", 10 Stunden lang"))
        try SharedLoginScene.apply(
            SharedLoginScene.declaration(shared: "{ minutes: 43200, idleMinutes: 43200 }"), to: scene.manager)
        #expect(try #require(try shown(scene, jar)).alias.hasSuffix(", for 1 day"))
        #expect(try #require(try shown(scene, jar, byLink: true)).alias.hasSuffix(", for 30 days"))
        try jar.logIn("shop", shares: true)
        let shared = try #require(try scene.logins().first)
        #expect(shared.cookie.expiresAt <= scene.manager.clock.now + 86_400)
    }

    func offered() throws {
        let scene = try SharedLoginScene()
        let jar = SharedLoginScene.Jar(scene)
        #expect(try shown(scene, jar, at: "plain") == nil)
        try SharedLoginScene.apply(SharedLoginScene.declaration(wiki: "pkce: required"), to: scene.manager)
        #expect(try shown(scene, jar, at: "wiki") == nil)
        #expect(try shown(scene, jar) != nil)
        try SharedLoginScene.apply(SharedLoginScene.declaration(shared: nil), to: scene.manager)
        #expect(try shown(scene, jar) == nil)
    }

    func received() throws {
        let scene = try SharedLoginScene()
        var jar = SharedLoginScene.Jar(scene)
        let tokens = try scene.tokens(try jar.logIn("shop", shares: true), at: "shop")
        #expect(try scene.userInfo(tokens).json.names == ["sub"])
        let account = try scene.manager.account().id
        let details = try ListOwnWebsites(scene.manager.context).details(scene.service("shop").id, of: account)
        #expect(try #require(details).received == [])
    }

    // MARK: Values

    func values(_ engine: Engine) throws {
        let scene = try SharedLoginScene(engine)
        var jar = try scene.sharing()
        let tokens = try scene.tokens(try jar.silently("wiki"), at: "wiki")
        let userInfo = try scene.userInfo(tokens).json
        #expect(userInfo["email"]?.string == "ada@example.org")
        #expect(userInfo["email_verified"]?.boolean == true)
        #expect(userInfo["groups"]?.strings == ["staff"])
        let account = try scene.manager.account().id
        let details = try ListOwnWebsites(scene.manager.context).details(scene.service("wiki").id, of: account)
        #expect(details?.received?.map(\.name) == ["email", "Groups"], "the statement that confirmed it")
        // Later uses tell the same, after the values of the first one have gone, too.
        scene.manager.clock.advance(seconds: 7000)
        try RemoveExpired(scene.manager.context)(isStopping: { false })
        let later = try scene.userInfo(try scene.tokens(try jar.silently("wiki"), at: "wiki")).json
        #expect(later["email"]?.string == "ada@example.org")
        // Less is asked for, and less is told.
        let less = try scene.userInfo(
            try scene.tokens(try jar.silently("wiki", ["scope": "openid"]), at: "wiki")
        ).json
        #expect(less["email"] == nil)
        #expect(less["groups"] == nil)
    }

    // MARK: Replacement

    func replaced() throws {
        let scene = try SharedLoginScene()
        var jar = try scene.sharing()
        let first = try #require(jar.shared?.value)
        try jar.logIn("wiki")
        #expect(jar.shared?.value == first)
        #expect(try scene.logins().count == 1)
        try jar.logIn("wiki", shares: true)
        #expect(jar.shared?.value != first)
        #expect(try scene.logins().count == 1)
        #expect(try jar.silently("shop") != nil)
        #expect(try scene.count(of: .sharedLoginEnded) == 0)
    }

    func lostAnswer() throws {
        let scene = try SharedLoginScene()
        var jar = SharedLoginScene.Jar(scene)
        let id = try jar.begin("shop")
        try scene.confirm(id, .init(shares: true))
        _ = try jar.post("/login/\(id)/continue")
        let first = jar
        _ = try jar.post("/login/\(id)/continue")
        #expect(first.shared?.value != jar.shared?.value)
        var lost = first
        #expect(try lost.silently("shop") == nil)
        #expect(try jar.silently("shop") != nil)
        #expect(try scene.logins().count == 1)
        #expect(try scene.count(of: .sharedLoginBegun) == 1)
        // A shared login that has ended meanwhile does not come back.
        try scene.write { try $0.endSharedLogin(id) }
        _ = try jar.post("/login/\(id)/continue")
        #expect(try scene.logins().isEmpty)
    }

    // MARK: The account and housekeeping

    func listed(_ engine: Engine) async throws {
        let scene = try SharedLoginScene(engine)
        var jar = try scene.sharing()
        _ = try jar.silently("wiki")
        let (context, account) = (scene.manager.context, try scene.manager.account().id)
        let entry = try #require(try ListSharedLogins(context)(account).first)
        #expect(entry.organization.name == SharedLoginScene.organization)
        #expect(entry.websites.map(\.name) == ["shop", "wiki"])
        #expect(entry.shared.cookie.browser.kind == BrowserKind(.firefox, .windows))
        #expect(try ListRememberedLogins(context)(account).isEmpty)
        let session = try scene.manager.openSession(of: scene.ada, at: .account)
        let mallory = try RawDevice(scene.manager, user: "mallory")
        let other = try scene.manager.openSession(of: mallory, at: .account)
        #expect(try await !EndSharedLogins(context)(entry.id, in: other))
        #expect(try await EndSharedLogins(context)(entry.id, in: session))
        #expect(try await !EndSharedLogins(context)(entry.id, in: session))
        #expect(try jar.silently("wiki") == nil)
    }

    func expired(_ engine: Engine) throws {
        let scene = try SharedLoginScene(engine)
        var jar = try scene.sharing()
        _ = try jar.silently("wiki")
        scene.manager.clock.advance(seconds: SharedLoginScene.minutes * 60 + 1)
        try RemoveExpired(scene.manager.context)(isStopping: { false })
        #expect(try scene.logins().isEmpty)
        #expect(try scene.parts().isEmpty)
    }

    // MARK: Many uses

    func fifty(_ engine: Engine) async throws {
        let scene = try SharedLoginScene(engine)
        let jar = try scene.sharing()
        let node = try scene.manager.secondNode()
        defer { node.context.database.close() }
        let (cookie, wiki) = (try #require(jar.shared?.value), try scene.service("wiki").id)
        let authorization = AuthorizationRequest(
            redirectURI: "https://wiki.example/callback", state: nil, requirements: LoginRequirements(scope: ["openid"])
        )
        let codes = try await withThrowingTaskGroup(of: String?.self) { group in
            for index in 0..<50 {
                let context = index.isMultiple(of: 2) ? scene.manager.context : node.context
                group.addTask {
                    let outcome = try await UseSharedLogin(context)(
                        .init(authorization, at: wiki, cookie: cookie), isAdmitted: { _ in true })
                    guard case .code(let code) = outcome else { return nil }
                    return code.text
                }
            }
            var codes: [String] = []
            for try await code in group { if let code { codes.append(code) } }
            return codes
        }
        #expect(Set(codes).count == 50)
        #expect(try scene.parts().count { $0.login.serviceID == wiki } == 1)
    }

    func loop() throws {
        let scene = try SharedLoginScene()
        var jar = try scene.sharing()
        for _ in 0..<20 { #expect(try jar.silently("wiki") != nil) }
        let answer = try Answer(try jar.open("wiki", ["prompt": "none"]))
        #expect(answer["error"] == "temporarily_unavailable")
    }
}
