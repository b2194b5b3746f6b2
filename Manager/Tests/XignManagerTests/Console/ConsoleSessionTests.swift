import DatabaseFixture
import Testing
import XignDomain
import XignHTTP
import XignProtocol

@testable import XignDeviceAPI
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

/// Logins at the console, and the sessions that they open.
struct ConsoleSessionTests {
    @Test("Sessions of the console", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "the login's cookie is for this host and the browser alone, kept back from other sites, and new each time",
            cookie),
        TestCase("the statement of a login at the console names it", statement),
        TestCase("the device of an account without a grant refuses before a PIN is asked for", noGrant),
        TestCase("a grant that was withdrawn during the login opens no session", withdrawnDuringLogin),
        TestCase("a session at the account pages is none at the console, and the other way round", otherSurface),
        TestCase("the overview names the operator and the last login", overview),
        TestCase("the overview says what is open: locked devices, and acts that wait for a second administrator", open),
        TestCase("a login at the console is one in the history of the account, and hides no notice there", history),
        TestCase("an operator finds in the menu what the role may open", menu),
        TestCase("logging out ends the session, and a link to it asks", logOut),
        TestCase("a session ends after a quarter of an hour without a request", idle),
        TestCase("a session ends after four hours, however it is used", maximum),
        TestCase(
            "what ends the operator's right ends an open session with the next request", ended, each: End.allCases),
        TestCase("a lockout that ends by time does not end a session", lockedForATime),
    ]

    private static let all: ServedSurfaces = [.account, .console]

    private func scene(
        _ engine: Engine = .sqlite
    ) throws -> (manager: TestManager, device: RawDevice, browser: AccountBrowser) {
        try AccountBrowser.ofAdministrator(engine)
    }

    // MARK: The login

    func cookie() throws {
        let manager = try TestManager(surfaces: Self.all)
        try manager.grant()
        let device = try RawDevice(manager)
        var browser = AccountBrowser(manager)
        browser.usesSocket = true
        try browser.logIn(with: device, to: "/console")
        let field = try #require(browser.set.first { $0.hasPrefix("xign-console=") })
        #expect(field.hasSuffix("; Path=/; HttpOnly; SameSite=Strict"))
        #expect(!field.contains("Domain"))
        #expect(!field.contains("Max-Age"))
        let former = try #require(browser.cookies["xign-console"])
        #expect(former.count == 43)
        try browser.logIn(with: device, to: "/console")
        #expect(browser.cookies["xign-console"] != former)
        browser.keep("xign-console", former)
        #expect(try browser.get("/console").status == .seeOther)
    }

    func statement() async throws {
        let manager = try TestManager(surfaces: Self.all)
        try manager.grant()
        let device = try RawDevice(manager)
        let prepared = try device.prepare(try await manager.beginLogin(at: .console))
        let statement = try ConsentStatement(parsing: prepared.statement)
        #expect(statement.service.id == "xign.console")
        #expect(statement.serviceOrigin == manager.issuer.description)
    }

    func noGrant() async throws {
        let manager = try TestManager(surfaces: Self.all)
        let device = try RawDevice(manager)
        let id = try await manager.beginLogin(at: .console)
        #expect(throws: ProtocolError(.notAMember)) { try device.claim(id) }
        #expect(try manager.snapshot(id)?.phase.name == .waiting)
        // The code stays usable: the device of an auditor confirms it.
        try manager.grant(.auditor, to: "mallory")
        _ = try RawDevice(manager, user: "mallory").confirm(id)
    }

    func withdrawnDuringLogin() throws {
        let manager = try TestManager(surfaces: Self.all)
        try manager.grant()
        let device = try RawDevice(manager)
        var browser = AccountBrowser(manager)
        let path = try browser.beginLogin(to: "/console")
        _ = try device.confirm(try #require(SessionID(text: path.dropFirst("/login/".count))))
        try manager.withdrawGrant()
        #expect(try browser.post("\(path)/continue")["Location"] == "/console")
        #expect(browser.cookies["xign-console"] == nil)
        #expect(try browser.get("/console")["Location"] == "/console/login?to=%2Fconsole")
        #expect(try browser.get("/console/login").text.contains("Only administrators and auditors"))
    }

    func otherSurface() throws {
        let (manager, device, console) = try scene()
        let account = try AccountBrowser.loggedIn(manager, with: device)
        var browser = AccountBrowser(manager)
        browser.keep("xign-known", try #require(account.cookies["xign-known"]))
        browser.keep("xign-console", try #require(account.cookies["xign-account"]))
        #expect(try browser.get("/console").status == .seeOther)
        browser.keep("xign-account", try #require(console.cookies["xign-console"]))
        #expect(try browser.get("/account").status == .seeOther)
    }

    func overview() throws {
        let (manager, device, first) = try scene()
        var browser = first
        let page = try browser.get("/console")
        #expect(page.status == .ok)
        #expect(page.text.contains("<bdi>ada</bdi>, <bdi>administrator</bdi>"))
        #expect(page.text.contains("Nothing is waiting for you."))
        #expect(page.text.contains("This is the first one"))
        #expect(page.text.contains("<form class=\"filter\" action=\"/console/accounts\" method=\"get\""))
        manager.clock.advance(seconds: 60)
        browser = try AccountBrowser.loggedIn(manager, with: device, in: .console)
        #expect(!(try browser.get("/console").text.contains("This is the first one")))
    }

    func open() async throws {
        var (manager, _, browser) = try scene()
        #expect(try browser.get("/console").text.contains("Nothing is waiting for you."))
        let (locked, until) = (try RawDevice(manager, user: "mallory").activation, manager.clock.now + 60)
        try await manager.context.database.write {
            try $0.activations.save(
                lockout: LockoutState(
                    pinFailures: 5, otpFailures: 0, otherFailures: 0, lockedUntil: until, isPermanent: false),
                of: locked)
        }
        var page = try browser.get("/console").text
        let devices = "<a href=\"/console/devices\"><span>Devices that are locked for a time</span>"
        #expect(page.contains("\(devices)<span class=\"muted\">1</span></a>"))
        #expect(!page.contains("locked for good"))
        #expect(!page.contains("Nothing is waiting for you."))
        let mallory = try manager.account("mallory").id
        _ = try await ConsoleUser(manager, "grace").begin(.removeAccount(mallory))
        page = try browser.get("/console").text
        #expect(page.contains("<a href=\"/console/confirmations\"><span>Acts that wait"))
        #expect(page.contains("<span class=\"muted\">1 for you</span>"))
    }

    func history() throws {
        let (manager, device, _) = try scene()
        let account = try manager.account().id
        _ = try AccountBrowser.loggedIn(manager, with: device)
        manager.clock.advance(seconds: 10)
        try manager.context.database.write { [clock = manager.clock] in
            try $0.notices.append(
                NoticeEvent(.activationPersonalized, at: clock.now, accountID: account, device: "Tablet"))
        }
        manager.clock.advance(seconds: 10)
        var console = try AccountBrowser.loggedIn(manager, with: device, in: .console)
        _ = try console.submit("/console/logout", on: "/console/logout")
        manager.clock.advance(seconds: 10)
        var browser = try AccountBrowser.loggedIn(manager, with: device)
        #expect(try browser.get("/account").text.contains("Tablet"))
        let history = try browser.get("/account/history").text
        #expect(history.contains("Login to the console with"))
        #expect(history.contains("Logout from the console"))
        #expect(try browser.get("/account/settings").text.contains("at the console"))
    }

    func menu() throws {
        let manager = try TestManager(surfaces: Self.all)
        let organization = try #require(try manager.context.database.read { try $0.organizations.all() }.first)
        try manager.grant(in: .organization(organization.id))
        var browser = try AccountBrowser.loggedIn(manager, with: try RawDevice(manager), in: .console)
        let page = try browser.get("/console").text
        #expect(page.contains("administrator of an organization"))
        #expect(page.contains("href=\"/console/administrators\""))
        #expect(!page.contains("href=\"/console/accounts\""))
        #expect(!page.contains("role=\"search\""))
    }

    func logOut() throws {
        var (manager, _, browser) = try scene()
        #expect(try browser.get("/console/logout").text.contains("<h1>Log out?</h1>"))
        let cookie = try #require(browser.cookies["xign-console"])
        #expect(try browser.submit("/console/logout", on: "/console/logout")["Location"] == "/console/logout")
        #expect(browser.cookies["xign-console"] == nil)
        #expect(try browser.get("/console/logout").text.contains("<h1>You are logged out</h1>"))
        browser.keep("xign-console", cookie)
        #expect(try browser.get("/console").status == .seeOther)
        #expect(try manager.events(.sessionEnded).count == 1)
    }

    // MARK: Ends

    func idle() throws {
        var (manager, _, browser) = try scene()
        manager.clock.advance(seconds: 15 * 60 - 1)
        #expect(try browser.get("/console").status == .ok)
        manager.clock.advance(seconds: 15 * 60)
        #expect(try browser.get("/console").status == .seeOther)
    }

    func maximum() throws {
        var (manager, _, browser) = try scene()
        for _ in 0..<24 {
            #expect(try browser.get("/console").status == .ok)
            manager.clock.advance(seconds: 10 * 60)
        }
        #expect(try browser.get("/console").status == .seeOther)
    }

    enum End: String, CaseIterable { case grantWithdrawn, accountDisabled, deviceRevoked, deviceLocked }

    func ended(_ end: End) async throws {
        var (manager, device, browser) = try scene()
        browser.usesSocket = true
        let page = try browser.get("/console")
        #expect(page.status == .ok)
        switch end {
        case .grantWithdrawn: try manager.withdrawGrant()
        case .accountDisabled:
            let account = try manager.account().id
            try await manager.context.database.write { try $0.accounts.setActive(false, account: account) }
        case .deviceRevoked:
            let id = device.activation
            _ = try await manager.context.database.write { try $0.activations.revoke(id) }
        case .deviceLocked: try await manager.lockForGood(device)
        }
        #expect(try browser.get("/console")["Location"] == "/console/login?to=%2Fconsole")
        // A form that the page still shows does nothing.
        let form = try #require(page.forms.first { $0.action == "/console/logout" })
        #expect(try browser.send(form)["Location"] == "/console/login?to=%2Fconsole")
    }

    func lockedForATime() throws {
        var (manager, device, browser) = try scene()
        let (id, until) = (device.activation, manager.clock.now + 60)
        try manager.context.database.write {
            try $0.activations.save(
                lockout: LockoutState(
                    pinFailures: 5, otpFailures: 0, otherFailures: 0, lockedUntil: until, isPermanent: false), of: id)
        }
        #expect(try browser.get("/console").status == .ok)
    }
}
