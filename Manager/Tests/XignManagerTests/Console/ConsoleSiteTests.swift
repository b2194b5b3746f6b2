import Testing
import XignDomain
import XignHTTP
import XignProtocol

@testable import XignDeviceAPI
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

/// The console at an origin and for networks of its own, and where it is off.
struct ConsoleSiteTests {
    @Test("The site of the console", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("where the console is off it has no route, and a login there opens nothing", off),
        TestCase("what is off leaves no row: logins, a lockout and housekeeping go without its tables", noRow),
        TestCase("websites cannot ask for the console", authorization),
        TestCase(
            "with an origin of its own the console answers at that host alone, and nothing else does there", ownHost),
        TestCase("a login at the console's origin by a link on the same device comes back there", comeBack),
        TestCase(
            "from other networks the console is as if it were off", otherNetwork,
            each: ["192.0.3.1", "2001:db9::1", "unknown", ""]),
        TestCase("from its networks the console is reached", ownNetwork, each: ["192.0.2.200", "2001:db8:ffff::1"]),
        TestCase("the host of a restricted console answers nothing to other networks", ownHostOtherNetwork),
        TestCase("a session that leaves the network ends nothing, and reaches nothing until it is back", leavesNetwork),
        TestCase(
            "a return from another network is not sent on to a console that it cannot reach", returnFromOtherNetwork),
    ]

    private static let paths = ["/console", "/console/login", "/console/logout", "/console/accounts", "/console/known"]

    private func status(
        _ target: String, host: String, _ manager: TestManager, by method: XignHTTP.Method = .get
    ) throws -> Int {
        manager.respondOverTCP(to: try Request(method, target, host: host)).status.code
    }

    private func range(_ text: String) throws -> AddressRange { try #require(AddressRange(text)) }

    // MARK: Off

    func off() async throws {
        let manager = try TestManager(surfaces: [.account])
        try manager.grant()
        #expect(manager.routes(below: "/console") == [])
        for route in ConsoleRoute.all {
            let path = route.pattern.replacing(#/\{\w+\}/#, with: "x")
            let answer = try status(path, host: manager.issuer.idmIdentifier, manager, by: route.method)
            #expect(answer == 404, "\(route.name)")
        }
        var browser = AccountBrowser(manager)
        #expect(!(try browser.get("/account/login").text.contains("console")))
        // As another manager on the same database begins it, where the console is on.
        let begin = BeginLogin(at: .console, returningTo: "\(manager.issuer)/console", manager.context)
        try await begin.store(manager.context)
        let id = begin.login.process.id
        _ = try RawDevice(manager).confirm(id)
        browser.keep("xign-xign-\(id.description.prefix(8))", begin.cookie.text)
        #expect(try browser.get("/login/\(id)").status == .notFound)
        #expect(try browser.post("/login/\(id)/continue").status == .notFound)
        #expect(try !manager.rows().contains { $0.table == "browser_session" })
    }

    func noRow() throws {
        for surfaces: ServedSurfaces in [[], [.account]] {
            let manager = try TestManager(surfaces: surfaces)
            let device = try RawDevice(manager)
            let website = try TestBrowser(manager)
            _ = try device.finish(try device.prepare(website))
            _ = try website.redeem(try #require(try website.proceed()["code"]))
            if surfaces.contains(.account) { _ = try AccountBrowser.loggedIn(manager, with: device) }
            try device.guess(times: 3)
            manager.clock.advance(seconds: 300)
            Housekeeping(manager.manager).runOnce()
            let tables = Set(try manager.rows().map(\.table))
            #expect(tables.isSuperset(of: ["evidence", "failure"]))
            #expect(tables.isDisjoint(with: ["administrator_grant", "pending_act"]))
            // The account pages have these in common with the console.
            let shared: Set = ["account_history", "audit_subject", "browser_session", "website_use"]
            #expect(tables.intersection(shared) == (surfaces.contains(.account) ? shared : []))
        }
    }

    func authorization() throws {
        let manager = try TestManager(surfaces: [.account, .console])
        let query = "response_type=code&client_id=xign.console&scope=openid&redirect_uri=https%3A%2F%2Fx.example"
        let answer = manager.router.respond(to: try Request(.get, "/openid/authenticate?\(query)"))
        #expect(answer.status == .badRequest)
        #expect(answer["Location"] == nil)
    }

    func ownHost() throws {
        let origin = try #require(ManagerOrigin("http://[::1]:9443"))
        var served: ServedSurfaces = [.account, .console]
        served.origins[.console] = origin
        let manager = try TestManager(surfaces: served)
        try manager.grant()
        let issuer = manager.issuer.idmIdentifier
        for path in ["/console", "/console/login", "/console/logout"] {
            #expect(try status(path, host: issuer, manager) == 404, "\(path)")
            #expect(try status(path, host: "other.example", manager) == 404, "\(path)")
            #expect(try status(path, host: origin.idmIdentifier, manager) != 404, "\(path)")
        }
        for path in ["/account", "/openid/authenticate", "/health/live", "/.well-known/openid-configuration"] {
            #expect(try status(path, host: origin.idmIdentifier, manager) == 404, "\(path)")
            #expect(try status(path, host: issuer, manager) != 404, "\(path)")
        }
        var browser = try AccountBrowser.loggedIn(manager, with: try RawDevice(manager), in: .console)
        #expect(browser.site.origin == origin)
        browser.usesSocket = true
        let page = try browser.get("/console")
        #expect(page.status == .ok)
        #expect(page.text.contains("<span class=\"host\">\(origin.idmIdentifier)</span>"))
        #expect(try browser.get("/")["Location"] == "/console")
        // The cookie is of no use at the issuer's host.
        var issuers = AccountBrowser(manager)
        for (name, value) in browser.cookies { issuers.keep(name, value) }
        #expect(try issuers.get("/console").status == .notFound)
    }

    func comeBack() throws {
        let origin = try #require(ManagerOrigin("http://[::1]:9443"))
        var served: ServedSurfaces = [.account, .console]
        served.origins[.console] = origin
        let manager = try TestManager(surfaces: served)
        try manager.grant()
        var browser = AccountBrowser(manager, at: origin)
        let path = try browser.beginLogin(to: "/console")
        let id = try #require(SessionID(text: path.dropFirst("/login/".count)))
        let secret = try #require(try RawDevice(manager).confirm(id, byLink: true).returnSecret)
        let text = Base64URL.encode(secret.bytes)
        var issuer = AccountBrowser(manager)
        #expect(try issuer.post("/return", [("secret", text)])["Location"] == "\(origin)/return#\(text)")
        #expect(try browser.post("/return", [("secret", text)])["Location"] == "/console")
        #expect(browser.cookies["xign-console"] != nil)
    }

    // MARK: Networks

    /// A manager whose console is reached from one network, over a proxy on this machine.
    private func restricted(origin: ManagerOrigin? = nil) throws -> TestManager {
        var served: ServedSurfaces = [.account, .console]
        served.origins[.console] = origin
        served.networks[.console] = [try range("192.0.2.0/24"), try range("2001:db8::/32")]
        let manager = try TestManager(trustedProxies: [try range("127.0.0.1")], surfaces: served)
        try manager.grant()
        return manager
    }

    private func status(
        _ target: String, from address: String, host: String, _ manager: TestManager, by method: XignHTTP.Method = .get
    ) throws -> Int {
        let fields = [HeaderField("X-Forwarded-For", address)]
        return manager.respondOverTCP(to: try Request(method, target, host: host, headers: fields)).status.code
    }

    func otherNetwork(_ address: String) throws {
        let manager = try restricted()
        let host = manager.issuer.idmIdentifier
        for path in Self.paths + ["/console/%6cogin", "/c%6fnsole", "/console/login/"] {
            for method in [Method.get, .head, .post, .put, .options] {
                #expect(
                    try status(path, from: address, host: host, manager, by: method) == 404,
                    "\(method.rawValue) \(path)")
            }
        }
        #expect(try status("/account", from: address, host: host, manager) == 303)
    }

    func ownNetwork(_ address: String) throws {
        let manager = try restricted()
        #expect(try status("/console/login", from: address, host: manager.issuer.idmIdentifier, manager) == 200)
    }

    func ownHostOtherNetwork() throws {
        let origin = try #require(ManagerOrigin("http://[::1]:9443"))
        let manager = try restricted(origin: origin)
        for path in Self.paths + ["/", "/return", "/login/x", "/account"] {
            #expect(try status(path, from: "192.0.3.1", host: origin.idmIdentifier, manager) == 404, "\(path)")
        }
        #expect(try status("/", from: "192.0.2.1", host: origin.idmIdentifier, manager) == 303)
    }

    func leavesNetwork() throws {
        let manager = try restricted()
        var browser = AccountBrowser(manager)
        browser.address = try #require(RemoteAddress("192.0.2.7"))
        let path = try browser.beginLogin(to: "/console")
        let id = try #require(SessionID(text: path.dropFirst("/login/".count)))
        _ = try RawDevice(manager).confirm(id)
        browser.address = try #require(RemoteAddress("192.0.3.7"))
        #expect(try browser.get(path).status == .notFound)
        #expect(try browser.post("\(path)/continue").status == .notFound)
        browser.address = try #require(RemoteAddress("192.0.2.7"))
        #expect(try browser.post("\(path)/continue")["Location"] == "/console")
        browser.address = try #require(RemoteAddress("192.0.3.7"))
        #expect(try browser.get("/console").status == .notFound)
        browser.address = try #require(RemoteAddress("192.0.2.7"))
        #expect(try browser.get("/console").status == .ok)
    }

    func returnFromOtherNetwork() throws {
        let manager = try restricted(origin: ManagerOrigin("http://[::1]:9443"))
        var browser = AccountBrowser(manager)
        let secret = Base64URL.encode(Array(repeating: 7, count: 32))
        browser.address = try #require(RemoteAddress("192.0.3.7"))
        #expect(try browser.post("/return", [("secret", secret)]).status == .forbidden)
        browser.address = try #require(RemoteAddress("192.0.2.7"))
        #expect(try browser.post("/return", [("secret", secret)]).status == .seeOther)
    }
}
