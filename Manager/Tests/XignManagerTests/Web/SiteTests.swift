import Testing
import XignDomain
import XignHTTP
import XignProtocol

@testable import XignDeviceAPI
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

/// Surfaces at origins of their own.
struct SiteTests {
    @Test("Sites", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("a surface with an origin of its own answers at that host alone", ownHost),
        TestCase(
            "the host of a surface answers nothing else", nothingElse,
            each: [
                "/openid/authenticate", "/openid/user", "/.well-known/openid-configuration",
                "/.well-known/xign/key-material", "/health/live", "/health/ready", "/a", "/console", "/login/x",
                "/nowhere",
            ]),
        TestCase("assets, the language switch and the first page are at each site", everywhere),
        TestCase("a login at a surface's own origin begins and ends there, and the statement names the manager", login),
        TestCase("a process is at the site where it began, and at no other, even with its cookie", processes),
        TestCase("a form must come from its own site, and not from the issuer's", forms),
        TestCase("an app knows the issuer, which sends the browser on to the site where the login began", comeBack),
        TestCase("a malformed return is sent on to nobody", malformedReturn),
        TestCase("an act of the account is confirmed at the account's own origin", act),
    ]

    private static func origin(_ host: String) throws -> ManagerOrigin {
        try #require(ManagerOrigin("http://\(host):9443"))
    }

    /// A manager whose account pages have an origin of their own.
    private func manager() throws -> (manager: TestManager, account: ManagerOrigin) {
        let account = try Self.origin("[::1]")
        var served: ServedSurfaces = [.account]
        served.origins[.account] = account
        return (try TestManager(surfaces: served), account)
    }

    private func status(_ target: String, host: String, _ manager: TestManager) throws -> Int {
        manager.respondOverTCP(to: try Request(.get, target, host: host)).status.code
    }

    func ownHost() throws {
        let (manager, account) = try manager()
        let (issuer, own) = (manager.issuer.idmIdentifier, account.idmIdentifier)
        for target in ["/account", "/account/devices", "/account/login", "/account/logout"] {
            #expect(try status(target, host: own, manager) != 404, "\(target)")
            #expect(try status(target, host: issuer, manager) == 404, "\(target)")
            #expect(try status(target, host: "other.example", manager) == 404, "\(target)")
        }
    }

    func nothingElse(_ target: String) throws {
        let (manager, account) = try manager()
        #expect(try status(target, host: account.idmIdentifier, manager) == 404)
    }

    func everywhere() throws {
        let (manager, account) = try manager()
        for origin in [account, manager.issuer] {
            var browser = AccountBrowser(manager, at: origin)
            browser.usesSocket = true
            #expect(try browser.post("/language", [("language", "de"), ("page", "/return")]).status == .seeOther)
            let page = try browser.get("/return")
            #expect(page.status == .ok)
            let style = try #require(page.text.firstMatch(of: #/href="(/assets/[^"]*css)"/#)?.output.1)
            #expect(try browser.get(String(style)).status == .ok)
        }
        var browser = AccountBrowser(manager, at: account)
        #expect(try browser.get("/")["Location"] == "/account")
        browser = AccountBrowser(manager)
        #expect(try browser.get("/")["Location"] == "\(account)/account")
    }

    func login() throws {
        let (manager, account) = try manager()
        var browser = AccountBrowser(manager, at: account)
        browser.usesSocket = true
        let path = try browser.beginLogin(to: "/account/devices")
        let id = try #require(SessionID(text: path.dropFirst("/login/".count)))
        let page = try browser.get(path)
        #expect(page.text.contains("<bdi>\(account.idmIdentifier)</bdi>"))
        #expect(page.text.contains("data-manager-origin=\"\(manager.issuer)\""))
        let device = try RawDevice(manager)
        let prepared = try device.prepare(id)
        #expect(try ConsentStatement(parsing: prepared.statement).serviceOrigin == manager.issuer.description)
        _ = try device.finish(prepared)
        #expect(try browser.post("\(path)/continue")["Location"] == "/account/devices")
        #expect(try browser.get("/account/devices").status == .ok)
    }

    func processes() throws {
        let (manager, account) = try manager()
        var browser = AccountBrowser(manager, at: account)
        let path = try browser.beginLogin()
        var elsewhere = AccountBrowser(manager)
        for (name, value) in browser.cookies { elsewhere.keep(name, value) }
        #expect(try elsewhere.get(path).status == .notFound)
        #expect(try elsewhere.get("\(path)/events").status == .notFound)
        #expect(try elsewhere.get("\(path)/code.png").status == .notFound)
        for act in ["continue", "cancel", "again"] {
            #expect(try elsewhere.post("\(path)/\(act)").status == .notFound, "\(act)")
        }
        #expect(try browser.get(path).status == .ok)

        let website = try TestBrowser(manager)
        let id = try website.session
        let pair = website.cookie.split(separator: "=", maxSplits: 1)
        browser.keep(String(pair[0]), String(pair[1]))
        #expect(try browser.get("/login/\(id)").status == .notFound)
    }

    func forms() throws {
        let (manager, account) = try manager()
        var browser = AccountBrowser(manager, at: account)
        for foreign in [manager.issuer.description, "https://evil.example", "null"] {
            browser.origin = [HeaderField("Origin", foreign)]
            #expect(try browser.post("/account/login").status == .forbidden, "\(foreign)")
            #expect(
                try browser.post("/language", [("language", "de"), ("page", "/return")]).status == .forbidden,
                "\(foreign)")
        }
        browser.origin = [HeaderField("Origin", account.description)]
        #expect(try browser.post("/account/login").status == .seeOther)
        browser.origin = [HeaderField("Sec-Fetch-Site", "same-site")]
        #expect(try browser.post("/account/login").status == .forbidden)
    }

    func comeBack() throws {
        let (manager, account) = try manager()
        var browser = AccountBrowser(manager, at: account)
        let path = try browser.beginLogin()
        let id = try #require(SessionID(text: path.dropFirst("/login/".count)))
        let secret = try #require(try RawDevice(manager).confirm(id, byLink: true).returnSecret)
        let text = Base64URL.encode(secret.bytes)

        var issuer = AccountBrowser(manager)
        let form = try issuer.get("/return")
        #expect(form["Content-Security-Policy"]?.contains("form-action 'self' https: http:") == true)
        let answer = try issuer.post("/return", [("secret", text)])
        #expect(answer["Location"] == "\(account)/return#\(text)")
        #expect(answer["Cache-Control"] == "no-store")
        // Without the cookie the secret is good for nothing there.
        var stranger = AccountBrowser(manager, at: account)
        #expect(try stranger.post("/return", [("secret", text)]).status == .forbidden)
        #expect(try browser.post("/return", [("secret", text)])["Location"] == "/account")
        #expect(browser.cookies["xign-account"] != nil)
    }

    func malformedReturn() throws {
        let (manager, _) = try manager()
        var browser = AccountBrowser(manager)
        #expect(try browser.post("/return", [("secret", "short")]).status == .forbidden)
        #expect(try browser.post("/return").status == .badRequest)
    }

    func act() throws {
        let (manager, account) = try manager()
        let device = try RawDevice(manager)
        var browser = AccountBrowser(manager, at: account)
        try browser.logIn(with: device)
        let question = try browser.get("/account")
        _ = try browser.send(try #require(question.forms.first { $0.action == "/account/known" }))
        let path = try #require(
            try browser.submit("/account/export", on: "/account/settings")["Location"])
        let id = try #require(SessionID(text: path.dropFirst("/login/".count)))
        #expect(try browser.get(path).status == .ok)
        _ = try device.confirm(id)
        let answer = try browser.post("\(path)/continue")
        #expect(answer.status == .ok)
        #expect(answer.text.contains("xign-account.json"))
    }
}
