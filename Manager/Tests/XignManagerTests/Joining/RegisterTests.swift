import DatabaseFixture
import Testing
import XignDomain
import XignHTTP
import XignProtocol

@testable import XignStorage
@testable import XignUseCases
@testable import XignWeb

struct RegisterTests {
    @Test("Open registration", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "A person registers on the way to a website, and is led back to its request", whole, each: Engine.allCases),
        TestCase(
            "The membership comes with the device, in the declared organizations and in no others", memberships,
            each: Engine.allCases),
        TestCase("Where no membership is declared, people become members of nothing", noMembership),
        TestCase("Where registration is closed there is no page, and a form changes no row", closed),
        TestCase("Without the surface there is no page, and a form changes no row", off),
        TestCase("A registration that is closed meanwhile connects no device", closedMeanwhile, each: Engine.allCases),
        TestCase("An app that has an account here is told so, and gets no second one", existingAccount),
        TestCase("A name is judged, told as taken, and stays in the form", names),
        TestCase("One browser tries ten names", triesOfBrowser),
        TestCase("A page that is opened, or a form from elsewhere, changes no row", scanners),
        TestCase("A name that nobody has activated is free after twenty minutes", unused),
        TestCase("Another code, and the way to begin anew, keep the way back", kept),
        TestCase("The page of the device leads to no website that somebody else has written", hostile),
        TestCase("After 120 registrations at once the next is refused, and invited people go on", burst),
        TestCase("No network is exempt from the limit of all people", exempt),
        TestCase("A network registers a hundred names a day, and keeps no other one from it", network),
        TestCase("Registering tells no mailbox and no program: the outbox stays empty", outbox),
    ]

    static let settings = """
        settings: { registration: { open: true, memberships: [Club, Example Inc.] } }
        organizations: [{ name: Club }, { name: Other }]
        """

    func scene(_ engine: Engine = .sqlite, settings: String = Self.settings, isOn: Bool = true) throws -> JoinScene {
        let scene = try JoinScene(engine, isOn: isOn)
        try apply(settings, scene)
        return scene
    }

    private func apply(_ yaml: String, _ scene: JoinScene) throws { _ = try Apply(scene.context)(Array(yaml.utf8)) }

    private func request(_ scene: JoinScene) throws -> String {
        "/openid/authenticate?"
            + Provider.encoded([
                ("client_id", try scene.manager.service.id.text), ("redirect_uri", "https://website.example/callback"),
                ("state", "a&b c"),
            ])
    }

    /// The page of registration on the way to the website.
    private func page(_ scene: JoinScene) throws -> String {
        RedirectURI.appending([("to", try request(scene))], to: "/register")
    }

    private func organizations(_ name: String, _ scene: JoinScene) throws -> [String] {
        let account = try #require(try scene.account(named: name))
        return try scene.context.database.read {
            try $0.organizations.organizations(of: account.id).map(\.name).sorted()
        }
    }

    // MARK: The way

    func whole(_ engine: Engine) throws {
        let scene = try scene(engine)
        var browser = JoinBrowser(scene)
        let page = try page(scene)
        let form = try browser.send(.get, page)
        #expect(form.status == .ok)
        for part in ["Demo website", "Club", "Example Inc."] { #expect(form.text.contains(part), "\(part)") }
        #expect(!form.text.contains("Other"))
        browser.language = "de"
        let chosen = try browser.send(.post, page, "name=grace")
        browser.language = "en"
        #expect(chosen.status == .seeOther)
        let devicePage = try #require(chosen["Location"])
        let (activation, pin) = try browser.code(at: devicePage)
        let device = try activation.connect(pin: pin)
        let account = try #require(try scene.account(named: "grace"))
        #expect(account.language == .german)
        #expect(try device.start(try TestBrowser(scene.manager)).roles.map(\.name) == ["user"])
        let end = try browser.send(.get, devicePage).text
        let back = "\(scene.manager.issuer)\(try request(scene))".replacing("&", with: "&amp;")
        #expect(end.contains(#"<a class="button primary" href="\#(back)">Continue to Demo website</a>"#))
        #expect(browser.cookie == nil)
        #expect(try scene.context.database.read { try $0.invitations.find(activation.id) } == nil)
    }

    func memberships(_ engine: Engine) throws {
        let scene = try scene(engine)
        var browser = JoinBrowser(scene)
        _ = try browser.send(.post, "/register", "name=grace")
        #expect(try organizations("grace", scene).isEmpty)
        _ = try browser.connect()
        #expect(try organizations("grace", scene) == ["Club", "Example Inc."])
        let events = try scene.context.database.read { try $0.audit.newest(1000) }
        let joined = events.filter { $0.kind == .accountJoined }
        #expect(Set(joined.compactMap(\.organizationID)).count == 2)
        #expect(joined.allSatisfy { $0.detail == nil })
        #expect(try ShowUser(scene.context)("grace").roles.map(\.roles) == [["user"]])
    }

    func noMembership() throws {
        let scene = try scene(settings: "settings: { registration: { open: true } }")
        var browser = JoinBrowser(scene)
        _ = try browser.send(.post, "/register", "name=grace")
        _ = try browser.connect()
        #expect(try organizations("grace", scene).isEmpty)
        #expect(try scene.manager.auditKinds.count { $0 == .accountJoined } == 1)
    }

    // MARK: What is off

    private func expectNothing(_ scene: JoinScene) throws {
        let before = try scene.manager.rows()
        var browser = JoinBrowser(scene)
        for page in ["/register", try page(scene)] {
            #expect(try browser.send(.get, page).status == .notFound)
            #expect(try browser.send(.post, page, "name=grace").status == .notFound)
        }
        #expect(browser.cookie == nil)
        #expect(try scene.manager.rows() == before)
    }

    func closed() throws {
        try expectNothing(try JoinScene())
        try expectNothing(
            try scene(settings: "settings: { registration: { open: false, memberships: [Example Inc.] } }"))
    }

    func off() throws { try expectNothing(try scene(isOn: false)) }

    func closedMeanwhile(_ engine: Engine) throws {
        let scene = try scene(engine)
        var browser = JoinBrowser(scene)
        _ = try browser.send(.post, "/register", "name=grace")
        let (activation, pin) = try browser.code()
        let opened = try #require(try activation.open(pin: pin).personalize)
        try apply("settings: { registration: {} }", scene)
        #expect(throws: ProtocolError.self) {
            _ = try activation.device().enrol(with: opened.openToken, challenge: opened.challenge.bytes)
        }
        #expect(try scene.context.database.read { try $0.activations.find(activation.id) }?.state == .pending)
        #expect(try organizations("grace", scene).isEmpty)
    }

    // MARK: Names and accounts

    func existingAccount() throws {
        let scene = try scene()
        let device = try RawDevice(scene.manager)
        var browser = JoinBrowser(scene)
        _ = try browser.send(.post, "/register", "name=grace")
        let (activation, pin) = try browser.code()
        let refused = #expect(throws: ProtocolError.self) { try activation.open(pin: pin, existing: device) }
        #expect(refused?.error == .alreadyPersonalized)
    }

    func names() throws {
        let scene = try scene()
        var browser = JoinBrowser(scene)
        let taken = try browser.send(.post, "/register", "name=ADA")
        #expect(taken.status == .unprocessableContent)
        #expect(taken.text.contains("value=\"ADA\""))
        #expect(try browser.send(.post, "/register", "name=ada").text.contains("This name is taken"))
        #expect(try browser.send(.post, "/register", "name=+").status == .unprocessableContent)
    }

    func triesOfBrowser() throws {
        let scene = try scene()
        var browser = JoinBrowser(scene)
        for _ in 0..<JoinVisit.maximumTries {
            #expect(try browser.send(.post, "/register", "name=ada").status == .unprocessableContent)
        }
        #expect(try browser.send(.post, "/register", "name=grace").status == .tooManyRequests)
        #expect(try scene.account(named: "grace") == nil)
    }

    func scanners() throws {
        let scene = try scene()
        let before = try scene.manager.rows()
        var filter = JoinBrowser(scene)
        for method in [XignHTTP.Method.get, .head] {
            for path in ["/register", try page(scene)] { _ = try filter.send(method, path, site: "none") }
        }
        for site in ["cross-site", "same-site", "none", nil] {
            #expect(try filter.send(.post, "/register", "name=grace", site: site).status == .forbidden)
        }
        #expect(try scene.manager.rows() == before)
    }

    func unused() throws {
        let scene = try scene()
        var browser = JoinBrowser(scene)
        _ = try browser.send(.post, "/register", "name=grace")
        scene.manager.clock.advance(seconds: 1201)
        scene.housekeeping()
        #expect(try scene.account(named: "grace") == nil)
    }

    // MARK: The way back

    func kept() throws {
        let scene = try scene()
        var browser = JoinBrowser(scene)
        let devicePage = try #require(try browser.send(.post, try page(scene), "name=grace")["Location"])
        let query = devicePage.dropFirst("/join/device".count)
        #expect(query.hasPrefix("?to="))
        #expect(try browser.send(.post, "/join/device/code\(query)")["Location"] == devicePage)
        let cancelled = try browser.send(.post, "/join/device/cancel\(query)")
        #expect(cancelled.text.contains(#"href="/register\#(query)""#))
        #expect(try scene.account(named: "grace") == nil)
        #expect(try browser.send(.get, devicePage)["Location"] == "/register\(query)")
    }

    func hostile() throws {
        let scene = try scene()
        let client = try scene.manager.service.id.text
        for to in [
            "https://evil.example/", "//evil.example/", "/openid/authenticate?client_id=evil",
            "/openid/authenticate?client_id=\(client)&redirect_uri=https%3A%2F%2Fevil.example%2F",
        ] {
            var browser = JoinBrowser(scene)
            let page = RedirectURI.appending([("to", to)], to: "/register")
            #expect(try !browser.send(.get, page).text.contains("href=\"https://evil"))
            let name = "user\(to.utf8.count)"
            let devicePage = try #require(try browser.send(.post, page, "name=\(name)")["Location"])
            #expect(devicePage.hasPrefix("/join/device"))
            let (activation, pin) = try browser.code(at: devicePage)
            _ = try activation.connect(pin: pin)
            let end = try browser.send(.get, RedirectURI.appending([("to", to)], to: "/join/device")).text
            #expect(end.contains(name))
            // The language switch names the page, whose query has what was sent.
            #expect(!end.contains("href=\"https://evil"))
            #expect(!end.contains("Continue to"))
        }
    }
}
