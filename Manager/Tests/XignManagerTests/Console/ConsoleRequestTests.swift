import DatabaseFixture
import Testing
import XignAdmission
import XignDomain
import XignHTTP
import XignProtocol

@testable import XignDeviceAPI
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

/// Requests at the console that another site, or another session, has made.
struct ConsoleRequestTests {
    @Test("Foreign requests at the console", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("a browser that another site has sent gets a link that begins here", fromElsewhere),
        TestCase(
            "a browser without a session that comes by itself is led to the login", notFromElsewhere,
            each: ["none", "same-origin", nil]),
        TestCase("following a link begins no login", linkBeginsNothing),
        TestCase(
            "a form that does not come from the same origin is refused, over TCP too", foreignForm,
            each: [
                ("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Site", "same-site"), ("Sec-Fetch-Site", "none"),
                ("Origin", "https://evil.example"), ("Origin", "null"), ("Referer", "http://127.0.0.1/console"),
            ]),
        TestCase("a form without the ticket of its page and session is refused", foreignTicket),
        TestCase("an address says nothing that is not on the list", done),
        TestCase(
            "a login leads to pages of the console alone", openRedirect,
            each: ["https://evil.example/", "//evil.example", "/account", "/consoles", "/console/../account", ""]),
        TestCase("a session sends 120 forms a minute at most", rate),
        TestCase(
            "a page that the role may not open is not there", notForThisRole,
            each: ["/console/accounts", "/console/devices"]),
        TestCase("an auditor who sends a form is refused, and nothing is asked for", auditor),
    ]

    private static let all: ServedSurfaces = [.account, .console]

    private func scene() throws -> (manager: TestManager, device: RawDevice, browser: AccountBrowser) {
        try AccountBrowser.ofAdministrator()
    }

    func fromElsewhere() throws {
        let (_, _, session) = try scene()
        // The browser keeps the cookie back.
        var browser = session
        let cookie = try #require(browser.cookies["xign-console"])
        browser.forget("xign-console")
        browser.fetchSite = "cross-site"
        let page = try browser.get("/console?to=x")
        #expect(page.status == .ok)
        #expect(page.text.contains("<a class=\"button primary\" href=\"/console\">Continue</a>"))
        #expect(!page.text.contains("ada"))
        #expect(page.forms.allSatisfy { $0.action == "/language" })
        browser.fetchSite = "same-origin"
        browser.keep("xign-console", cookie)
        #expect(try browser.get("/console").status == .ok)
    }

    func notFromElsewhere(_ site: String?) throws {
        var browser = AccountBrowser(try TestManager(surfaces: Self.all))
        browser.fetchSite = site
        #expect(try browser.get("/console")["Location"] == "/console/login?to=%2Fconsole")
    }

    func linkBeginsNothing() throws {
        let manager = try TestManager(surfaces: Self.all)
        var browser = AccountBrowser(manager)
        let before = try manager.rows()
        for path in ["/console", "/console/login", "/console/login?to=%2Fconsole%2Faccounts", "/console/logout"] {
            _ = try browser.get(path)
        }
        #expect(try manager.rows() == before)
    }

    func foreignForm(_ name: String, _ value: String) throws {
        var (_, _, browser) = try scene()
        let form = try #require(try browser.get("/console").forms.first { $0.action == "/console/logout" })
        browser.usesSocket = true
        browser.origin = [HeaderField(name, value)]
        #expect(try browser.send(form).status == .forbidden)
        #expect(try browser.post("/console/login").status == .forbidden)
        browser.origin = [HeaderField("Sec-Fetch-Site", "same-origin")]
        #expect(try browser.get("/console").status == .ok)
    }

    func foreignTicket() throws {
        var (manager, device, browser) = try scene()
        let other = try AccountBrowser.loggedIn(manager, with: device, in: .console)
        var stranger = other
        let theirs = try #require(try stranger.get("/console").forms.first { $0.action == "/console/logout" })
        #expect(try browser.send(theirs).status == .forbidden)
        #expect(try browser.post("/console/logout", [("ticket", "AAAA")]).status == .forbidden)
        #expect(try browser.post("/console/logout").status == .badRequest)
        // The account pages of the same person have tickets of their own.
        var account = try AccountBrowser.loggedIn(manager, with: device)
        let form = try #require(try account.get("/account").forms.first { $0.action == "/account/logout" })
        #expect(try browser.send(PageForm(action: "/console/logout", fields: form.fields)).status == .forbidden)
        #expect(try browser.get("/console").status == .ok)
    }

    func done() throws {
        var (_, _, browser) = try scene()
        #expect(try browser.get("/console?done=deviceUnlocked").text.contains("The device is unlocked."))
        for value in ["deviceRenamed", "<b>", "deviceUnlocked&done=deviceUnlocked"] {
            #expect(
                !(try browser.get("/console?done=\(RedirectURI.percentEncoded(value))").text.contains("role=\"status\""))
            )
        }
        #expect(
            !(try browser.get("/console?done=deviceUnlocked&done=deviceUnlocked").text.contains("role=\"status\"")))
    }

    func openRedirect(_ target: String) throws {
        let manager = try TestManager(surfaces: Self.all)
        try manager.grant()
        var browser = AccountBrowser(manager)
        let path = try #require(try browser.post("/console/login", [("to", target)])["Location"])
        _ = try RawDevice(manager).confirm(try #require(SessionID(text: path.dropFirst("/login/".count))))
        #expect(try browser.post("\(path)/continue")["Location"] == "/console")
    }

    func rate() throws {
        var limits = Limits()
        limits.exempt = []
        let manager = try TestManager(limits: limits, surfaces: Self.all)
        try manager.grant()
        var browser = AccountBrowser(manager)
        try browser.logIn(with: try RawDevice(manager), to: "/console")
        let form = try #require(try browser.get("/console").forms.first { $0.action == "/console/known" })
        var refused: Response?
        for _ in 0...120 where refused == nil {
            let answer = try browser.send(form)
            if answer.status != .seeOther { refused = answer }
        }
        let answer = try #require(refused)
        #expect(answer.status == .tooManyRequests)
        #expect(answer["Retry-After"] != nil)
        #expect(answer.text.contains("Too many requests at the moment"))
    }

    func notForThisRole(_ path: String) throws {
        let manager = try TestManager(surfaces: Self.all)
        let organization = try manager.organization(named: "Example Inc.")
        try manager.grant(in: .organization(organization.id))
        var browser = try AccountBrowser.loggedIn(manager, with: try RawDevice(manager), in: .console)
        let answer = try browser.get(path)
        #expect(answer.status == .notFound)
        #expect(answer.text.contains("<h1>This is not here</h1>"))
    }

    func auditor() async throws {
        let manager = try TestManager(surfaces: Self.all)
        try manager.grant(.auditor)
        let target = try manager.account("mallory").publicID
        var browser = try AccountBrowser.loggedIn(manager, with: try RawDevice(manager), in: .console)
        let path = "/console/accounts/\(target)/disable"
        let visit = try #require(try await browser.consoleVisit(path))
        let before = try manager.rows()
        let answer = try browser.post(
            path, [("ticket", visit.ticket(for: path)), ("reason", "a reason of some length")])
        #expect(answer.status == .forbidden)
        #expect(answer.text.contains("<h1>You may not do this</h1>"))
        #expect(try manager.rows() == before)
    }
}

extension AccountBrowser {
    /// Returns a manager, the device of its administrator, and their browser at the console.
    static func ofAdministrator(
        _ engine: Engine = .sqlite
    ) throws -> (manager: TestManager, device: RawDevice, browser: AccountBrowser) {
        let manager = try TestManager(engine, surfaces: [.account, .console])
        try manager.grant()
        let device = try RawDevice(manager)
        return (manager, device, try AccountBrowser.loggedIn(manager, with: device, in: .console))
    }
}
