import DatabaseFixture
import Testing
import XignDomain
import XignHTTP
import XignProtocol

@testable import XignServer
@testable import XignStorage
@testable import XignUseCases
@testable import XignWeb

/// The words for browser and system, where a person sees them.
struct SeenBrowserTests {
    @Test("Browser and system of sessions and remembered logins", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "settings and history name browser and system, and nothing else of the User-Agent is stored", session,
            each: Engine.allCases),
        TestCase("the words go with their session, and history shows device and network alone", ended),
        TestCase("a session that is over by time has no words in the history", over),
        TestCase("the words of a remembered login go with it", remembered, each: Engine.allCases),
        TestCase("the browser that fetches the result of a login is the one that is named", remembering),
        TestCase("the copy of all data has the words of sessions and remembered logins", export, each: Engine.allCases),
        TestCase("a word of a later version is read as none", laterVersion, each: Engine.allCases),
        TestCase(
            "without one known User-Agent there are no words", unknown,
            each: [[], ["curl/8.5.0"], [Self.userAgent, Self.userAgent]]),
        TestCase("two sessions never look alike, and neither do their buttons", alike),
    ]

    private static let userAgent =
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0 Model/Zwischenablage-9137"
    private static let words = "Firefox on Windows"

    private struct Scene {
        let manager: TestManager
        let phone: RawDevice
        var browser: AccountBrowser

        init(_ engine: Engine = .sqlite) throws {
            manager = try TestManager(engine)
            phone = try RawDevice(manager)
            browser = try AccountBrowser.loggedIn(manager, with: phone)
        }

        /// Logs in with another browser.
        func other(_ userAgents: [String] = [SeenBrowserTests.userAgent]) throws -> AccountBrowser {
            var other = AccountBrowser(manager)
            other.userAgents = userAgents
            try other.logIn(with: phone)
            return other
        }

        /// The tables that have a text, in any letters.
        func tables(with text: String) throws -> [String] {
            try manager.context.database.read { transaction in
                try TestManager.allTables.filter { table in
                    try transaction.rows("SELECT * FROM \(table)").contains { row in
                        row.values.contains { value in
                            switch value {
                            case .text(let column): column.lowercased().contains(text)
                            case .bytes(let bytes): String(decoding: bytes, as: UTF8.self).lowercased().contains(text)
                            case .null, .integer, .boolean: false
                            }
                        }
                    }
                }.map(\.text.description)
            }
        }
    }

    func session(_ engine: Engine) throws {
        var scene = try Scene(engine)
        _ = try scene.other()
        #expect(try scene.browser.get("/account/settings").text.contains(Self.words))
        let history = try scene.browser.get("/account/history").text
        #expect(history.contains(Self.words))
        #expect(try scene.tables(with: "zwischenablage") == [])
        #expect(try scene.tables(with: "gecko") == [])
        #expect(try scene.tables(with: "firefox") == ["browser_session"])
    }

    func ended() throws {
        var scene = try Scene()
        var other = try scene.other()
        let before = try scene.browser.get("/account/history").text
        let logOut = try #require(try other.get("/account/logout").forms.first { $0.action == "/account/logout" })
        _ = try other.send(logOut)
        let history = try scene.browser.get("/account/history").text
        #expect(before.contains(Self.words))
        #expect(!history.contains(Self.words))
        #expect(history.contains("from the network"))
        #expect(try scene.tables(with: "firefox") == [])
    }

    func over() throws {
        var scene = try Scene()
        _ = try scene.other()
        scene.manager.clock.advance(seconds: BrowserSession.idleSeconds)
        scene.browser = try AccountBrowser.loggedIn(scene.manager, with: scene.phone)
        #expect(try !scene.browser.get("/account/history").text.contains(Self.words))
    }

    func remembered(_ engine: Engine) throws {
        let scene = try RestoreScene(engine)
        let manager = scene.manager
        let device = try RawDevice(manager)
        _ = try device.finish(try device.prepare(try TestBrowser(manager)))
        try scene.openOthers(with: device)
        let account = try manager.account().id
        let found = try manager.context.database.read { try $0.rememberedLogins.all(of: account) }
            .filter { $0.shared == nil }
        #expect(found.map(\.cookie.browser.kind) == [BrowserKind(.firefox, .windows)])
        let id = try #require(found.first).login.sessionID
        try manager.context.database.write { transaction in
            try transaction.audit.append(
                AuditEvent(.loginConfirmed, at: manager.clock.now, accountID: account, sessionID: id))
        }
        let history = { try ReadHistory(manager.context)(of: account).events.compactMap(\.browserKind) }
        #expect(try history() == [BrowserKind(.firefox, .windows)])
        try manager.context.database.write { try $0.endWebsiteSession(of: id) }
        #expect(try history() == [])
    }

    func remembering() throws {
        let provider = try Provider()
        try provider.change("shop") { $0.client.rememberedLogin = .init(minutes: 60, idleMinutes: 30) }
        var browser = Browser(provider)
        let id = try browser.begin(.shop)
        _ = try browser.post("/login/\(id)/remember", [("remember", "yes")])
        try provider.confirm(id)
        let fields = [
            browser.cookieField, HeaderField("Sec-Fetch-Site", "same-origin"),
            HeaderField("User-Agent", Self.userAgent),
        ]
        #expect(try Answer(try provider.post("/login/\(id)/continue", [], headers: fields))["code"] != nil)
        let found = try provider.context.database.read { try $0.rememberedLogins.all(of: Provider.account) }
        #expect(found.map(\.cookie.browser.kind) == [BrowserKind(.firefox, .windows)])
    }

    func export(_ engine: Engine) throws {
        let scene = try RestoreScene(engine)
        let device = try RawDevice(scene.manager)
        var service = try scene.manager.service
        service.client.rememberedLogin = .init(minutes: 60, idleMinutes: 60)
        let changed = service
        try scene.context.database.write { try $0.services.save(changed) }
        try scene.openOthers(with: device)
        var other = AccountBrowser(scene.manager)
        other.userAgents = [Self.userAgent]
        try other.logIn(with: device)
        let bytes = try ExportOwnData(scene.context)(scene.manager.account().id)
        let document = try StrictJSON.parse(bytes, limits: .message)
        guard case .array(let browsers)? = document["browsers"],
            case .array(let logins)? = document["rememberedLogins"]
        else {
            Issue.record("\(String(decoding: bytes, as: UTF8.self))")
            return
        }
        #expect(browsers.compactMap { $0["browser"]?.string } == ["firefox"])
        #expect(browsers.compactMap { $0["system"]?.string } == ["windows"])
        #expect(logins.compactMap { $0["browser"]?.string } == ["firefox"])
        #expect(logins.compactMap { $0["system"]?.string } == ["windows"])
        #expect(logins.compactMap { $0["service"]?.string } == ["demo"])
    }

    func laterVersion(_ engine: Engine) throws {
        var scene = try Scene(engine)
        _ = try scene.other()
        try scene.manager.context.database.write {
            try $0.execute("UPDATE browser_session SET browser_kind = 'netscape windows 98'")
        }
        let page = try scene.browser.get("/account/settings")
        #expect(page.status == .ok)
        #expect(!page.text.contains("indows"))
    }

    func unknown(_ userAgents: [String]) throws {
        var scene = try Scene()
        _ = try scene.other(userAgents)
        #expect(try !scene.browser.get("/account/settings").text.contains(" on Windows"))
        #expect(try scene.tables(with: "windows") == [])
    }

    func alike() throws {
        var scene = try Scene()
        for _ in 0..<3 { _ = try scene.other() }
        let page = try scene.browser.get("/account/settings").text
        let names = page.matches(of: #/<p class="actions"><span>([^<]*)<\/span>/#).map { String($0.output.1) }
        let buttons = page.matches(of: #/>Log out<span[^>]*> <bdi>([^<]*)<\/bdi>/#).map { String($0.output.1) }
        #expect(Set(names) == Set(["A browser"] + (1...3).map { "\(Self.words) (\($0))" }))
        #expect(names.count == 4)
        #expect(Set(buttons).count == buttons.count)
        #expect(buttons.count == 3)
    }
}
