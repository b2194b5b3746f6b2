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

/// The cookies of a browser beside a shared login, and a login by them after the database has moved.
extension SharedLoginTests {
    static let browsers: [TestCase<Self>] = [
        TestCase("the tick counts where the shared login is over by its rest", tickAfterRest),
        TestCase("a repeated request for the result keeps its part at the website, also with a tick", repeatedTick),
        TestCase("a login at a website of its organization ends none for want of room", ownOrganization),
        TestCase("two tabs that log in at once leave the browser the shared login that one of them began", twoTabs),
        TestCase("it goes on after a move of the database", moved, each: Engine.allCases),
    ]

    func tickAfterRest() throws {
        let scene = try SharedLoginScene(
            .sqlite, SharedLoginScene.declaration(wiki: "sharedLogin: true\n        rememberedLogin: { minutes: 60 }"))
        var jar = try scene.sharing()
        func tick() throws {
            scene.manager.clock.advance(seconds: 1)
            let id = try jar.begin("wiki")
            _ = try jar.post("/login/\(id)/remember", [("remember", "yes")])
            try scene.confirm(id)
            _ = try jar.post("/login/\(id)/continue")
        }
        var isRemembered: Bool { jar.cookies.contains { $0.name.contains("xign-remembered-") } }
        try tick()
        #expect(!isRemembered, "the shared login serves the website")
        scene.manager.clock.advance(seconds: SharedLoginScene.idleMinutes * 60)
        #expect(try jar.silently("wiki") == nil)
        try tick()
        #expect(isRemembered)
        #expect(try jar.silently("wiki") != nil)
        #expect(try scene.count(of: .rememberedLoginUsed) == 1)
        // A logout still reaches the websites of the former one.
        let logouts = try scene.logouts
        _ = try jar.post("/openid/logout/confirmed")
        #expect(try scene.logins().isEmpty)
        #expect(try scene.logouts == logouts + 3)
        #expect(try jar.silently("wiki") == nil)
    }

    func repeatedTick() throws {
        let scene = try SharedLoginScene(
            .sqlite, SharedLoginScene.declaration(wiki: "sharedLogin: true\n        rememberedLogin: { minutes: 60 }"))
        var jar = SharedLoginScene.Jar(scene)
        let id = try jar.begin("wiki")
        _ = try jar.post("/login/\(id)/remember", [("remember", "yes")])
        try scene.confirm(id, .init(shares: true))
        for _ in 0..<2 {
            _ = try jar.post("/login/\(id)/continue")
            #expect(try scene.parts().map(\.login.sessionID) == [id])
        }
        _ = try jar.post("/openid/logout/confirmed")
        #expect(try scene.logouts == 1)
    }

    func ownOrganization() throws {
        let scene = try SharedLoginScene()
        var jar = try scene.sharing()
        let shared = try #require(jar.shared)
        let remembered = NamedCookies("xign-remembered-")
        func cookie(_ index: Int) -> (name: String, value: String) {
            (remembered.cookie(for: "service \(index)", of: scene.manager.issuer).name, "v\(index)")
        }
        // More than there is room for, and the oldest is the shared one.
        jar.cookies = [shared] + (0..<12).map(cookie)
        try jar.logIn("wiki")
        #expect(jar.shared?.value == shared.value)
        #expect(try scene.count(of: .sharedLoginEnded) == 0)
        #expect(try jar.silently("wiki") != nil)
        // With the permission, another one takes its place, with its websites.
        try jar.logIn("wiki", shares: true)
        #expect(try scene.logins().count == 1)
        #expect(try jar.silently("shop") != nil)
        let kept = jar.cookies.count { $0.name.contains("xign-remembered-") || $0.name.contains("xign-shared-") }
        #expect(kept <= RememberedLoginCookie.maximumCount)
    }

    func twoTabs() throws {
        let scene = try SharedLoginScene()
        var jar = try scene.sharing()
        let former = try #require(jar.shared?.value)
        scene.manager.clock.advance(seconds: 1)
        // The second tab sends its request before the answer to the first one has come.
        var second = jar
        let (shop, wiki) = (try jar.begin("shop"), try second.begin("wiki"))
        try scene.confirm(shop, .init(shares: true))
        try scene.confirm(wiki)
        _ = try jar.post("/login/\(shop)/continue")
        let code = try Answer(try second.post("/login/\(wiki)/continue"))["code"]
        #expect(code != nil)
        #expect(second.shared?.value == former, "its answer changes no cookie, and deletes none")
        #expect(jar.shared?.value != former)
        #expect(try jar.silently("shop") != nil)
    }

    func moved(_ engine: Engine) async throws {
        let scene = try SharedLoginScene(engine)
        var jar = try scene.sharing()
        #expect(try jar.silently("wiki") != nil)
        let (manager, website) = (scene.manager, try scene.website("wiki"))
        let (account, wiki, cookie) = (
            try manager.account().id, try scene.service("wiki").id, try #require(jar.shared?.value)
        )
        let (target, key) = (try TemporaryDatabase(engine == .sqlite ? .postgreSQL : .sqlite), manager.keyEncryptionKey)
        manager.context.database.close()
        let move = try DatabaseMove(
            from: DatabaseAddress(manager.place.address), issuer: manager.issuer, clock: manager.clock.clock,
            operatorName: TestManager.operatorName
        ) { Vault(keyEncryptionKey: key) }
        _ = try move(to: target.address)
        let node = try manager.node(on: try target.open(vault: Vault(keyEncryptionKey: key)))
        defer { node.context.database.close() }
        let request = UseRememberedLogin.Request(
            AuthorizationRequest(
                redirectURI: website.redirectURI, state: nil,
                requirements: LoginRequirements(scope: ["openid"], codeChallenge: website.challenge)),
            at: wiki, cookie: cookie)
        let outcome = try await UseSharedLogin(node.context)(request, isAdmitted: { _ in true })
        guard case .code = outcome else {
            Issue.record("the device is needed")
            return
        }
        let parts = try node.context.database.read { try $0.rememberedLogins.all(of: account) }
        #expect(parts.count == 2)
    }
}
