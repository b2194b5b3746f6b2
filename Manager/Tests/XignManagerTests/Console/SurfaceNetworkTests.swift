import Testing
import XignDomain
import XignHTTP
import XignProtocol

@testable import XignServer
@testable import XignStorage
@testable import XignUseCases
@testable import XignWeb

/// The networks of a surface, tried at each route of each surface.
struct SurfaceNetworkTests {
    @Test("The networks of a surface", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "from outside, the cookies of a console that names its networks do nothing at any route of any surface",
            everyRoute, each: ["issuer", "console"]),
        TestCase("from inside, the same cookies choose the language of the account", ownNetwork),
    ]

    /// A browser with a session at the console, and with all processes that it can have there.
    private struct Scene {
        /// In the range of documentation, and not in `console.networks`.
        static let outside = RemoteAddress("192.0.3.7")

        let manager: TestManager
        let processes: [SessionID]
        let returnSecret: String
        let visit: ConsoleVisit
        /// At the network of the console.
        var browser: AccountBrowser

        /// - Parameter host: `issuer`, or `console` for an origin of its own.
        init(at host: String = "issuer") async throws {
            var served: ServedSurfaces = [.account, .console]
            if host == "console" { served.origins[.console] = ManagerOrigin("http://[::1]:9443") }
            served.networks[.console] = [try #require(AddressRange("127.0.0.0/8"))]
            manager = try TestManager(surfaces: served)
            try manager.grant()
            let device = try RawDevice(manager)
            var browser = try AccountBrowser.loggedIn(manager, with: device, in: .console)
            let page = "/console/accounts/\(try manager.account("mallory").publicID)/disable"
            let asked = try (0..<3).map { _ in try browser.submit(page, on: page, AccountsScene.reason)["Location"] }
            let begun = asked + [try browser.beginLogin(to: "/console"), try browser.beginLogin(to: "/console")]
            processes = try begun.map { path in
                let path = try #require(path)
                return try #require(SessionID(text: path.dropFirst("/login/".count)))
            }
            // One waits, one is confirmed, and one needs the return from the app. So do the logins.
            _ = try device.confirm(processes[1])
            let secret = try #require(try device.confirm(processes[2], byLink: true).returnSecret)
            returnSecret = Base64URL.encode(secret.bytes)
            _ = try device.confirm(processes[3])
            visit = try #require(try await browser.consoleVisit("/console"))
            self.browser = browser
            // From now on each page prolongs the session.
            manager.clock.advance(seconds: BrowserSession.lastSeenStepSeconds)
        }

        /// The paths of a route: one for each process, where it names one.
        func paths(_ pattern: String) throws -> [String] {
            let mallory = try manager.account("mallory").publicID.description
            let path = pattern.replacing("{account}", with: mallory)
            guard path.hasPrefix("/login/") else { return [path.replacing(#/\{\w+\}/#, with: "x")] }
            return processes.map { path.replacing("{session}", with: "\($0)") }
        }

        /// The pages that a form of the language names.
        var pages: [String] { ["/console", "/console/audit?page=1"] + processes.map { "/login/\($0)" } }

        /// All that a form of any route takes.
        func fields(of path: String, page: String) -> [(String, String)] {
            [
                ("ticket", visit.ticket(for: path)), ("page", page), ("language", "de"), ("secret", returnSecret),
                ("to", "/console"), ("account", TestManager.userName), ("role", "auditor"), ("remember", "yes"),
            ] + AccountsScene.reason.map { ($0.key, $0.value) }
        }

        /// Everything that a browser at the console can change.
        func state() throws -> [String] {
            let tables: Set = ["account", "activation", "administrator_grant", "browser_session", "pending_act"]
            let rows = try manager.rows().filter { tables.contains($0.table) }.map(\.description)
            return try rows
                + manager.context.database.read { transaction in
                    let session = try #require(try transaction.browserSessions.find(visit.session.id))
                    return try ["\(session.lastSeen)"]
                        + processes.map { "\(String(describing: try transaction.processes.find($0)))" }
                }
        }
    }

    func everyRoute(host: String) async throws {
        let scene = try await Scene(at: host)
        let origins =
            scene.manager.manager.surfaces.sites(issuer: scene.manager.issuer).map(\.origin)
            + scene.manager.context.appLinkOrigins
        var before = try scene.state()
        for (method, pattern) in scene.manager.router.routes {
            for path in try scene.paths(pattern) {
                for page in pattern == "/language" ? scene.pages : ["/console"] {
                    for origin in origins {
                        let fields = scene.fields(of: path, page: page)
                        let answers = try [scene.browser.cookies, [:]].map { cookies in
                            try answer(method, path, fields, cookies, at: origin, scene)
                        }
                        #expect(answers[0] == answers[1], "\(method.rawValue) \(path) at \(origin), \(page)")
                    }
                }
            }
            let after = try scene.state()
            #expect(after == before, "\(method.rawValue) \(pattern)")
            before = after
        }
    }

    /// Sends a request from outside.
    /// - Returns: the answer without random values.
    private func answer(
        _ method: XignHTTP.Method, _ path: String, _ fields: [(String, String)], _ cookies: [String: String],
        at origin: ManagerOrigin, _ scene: Scene
    ) throws -> [String] {
        let body = fields.map { "\(RedirectURI.percentEncoded($0.0))=\(RedirectURI.percentEncoded($0.1))" }
        var headers = [
            HeaderField("Sec-Fetch-Site", "same-origin"),
            HeaderField("Content-Type", "application/x-www-form-urlencoded"),
        ]
        headers += cookies.map { HeaderField("Cookie", "\($0.key)=\($0.value)") }
        let answer = scene.manager.router.respond(
            to: try Request(
                method, path, host: origin.requestHost, headers: headers,
                body: method == .get ? [] : Array(body.joined(separator: "&").utf8),
                remoteAddress: try #require(Scene.outside)))
        let location = (answer["Location"] ?? "").replacing(#/\/login\/[\w-]+/#, with: "/login/")
        return ["\(answer.status)", location] + answer.headers.filter { $0.name == "Set-Cookie" }.map(\.name)
    }

    func ownNetwork() async throws {
        var scene = try await Scene()
        let answer = try scene.browser.post("/language", [("language", "de"), ("page", "/console")])
        #expect(answer.status == .seeOther)
        #expect(try scene.manager.account(TestManager.userName).language == .german)
    }
}
