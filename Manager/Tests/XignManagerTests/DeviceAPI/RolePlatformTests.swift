import DatabaseFixture
import Testing
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

@testable import XignServer
@testable import XignUseCases

struct RolePlatformTests {
    @Test("The platforms and channels that a role takes", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("A role is offered only to the platforms that it takes", platforms),
        TestCase("A role that was not offered is not prepared either", prepare),
        TestCase("A device that no role takes is told so, on record, and the login waits for another one", unmet),
        TestCase("The word of the client in its requests decides nothing: that of the enrolment does", storedPlatform),
        TestCase("A role that no longer takes the device ends the login, before and after the statement", changed),
        TestCase("A role is offered only on the channel that the claim proves", channels),
        TestCase("A link that no role takes does not change the channel: the code is still good", refusedLink),
        TestCase("The page shows no QR code where no role takes one", linkAlone),
        TestCase("The page shows no link where no role takes one", codeAlone),
        TestCase("The page shows both where one role takes the one, and another role the other", both),
        TestCase("A website whose login no role takes is told so at once", noRole),
    ]

    /// A manager whose service has these roles, each a line of YAML without its alternatives.
    private func testManager(_ roles: String...) throws -> TestManager {
        let manager = try TestManager()
        try declare(roles, manager)
        return manager
    }

    private func declare(_ roles: [String], _ manager: TestManager) throws {
        let lines = roles.map { "          - { alternatives: [[device, pin]], \($0) }" }
        let declaration = TestManager.declaration()
        let start = try #require(declaration.firstRange(of: "          - name: user")).lowerBound
        let end = try #require(declaration.firstRange(of: "users:")).lowerBound
        let yaml = declaration[..<start] + lines.joined(separator: "\n") + "\n" + declaration[end...]
        _ = try Apply(manager.context)(Array(yaml.utf8))
    }

    private func refusal(_ body: () throws -> Void) throws -> ProtocolErrorCode? {
        try #require(#expect(throws: ProtocolError.self) { try body() }).error
    }

    private func start(
        _ device: RawDevice, _ browser: TestBrowser, _ claim: Start.Claim
    ) throws -> Start.Response {
        try device.call(
            Start.self,
            .init(
                activationId: device.activation, sessionId: try browser.session, claim: claim,
                client: RawDevice.client), proven: true)
    }

    private func claims(_ browser: TestBrowser) throws -> (qrCode: Start.Claim, link: Start.Claim) {
        let secrets = browser.manager.context.secrets(of: try browser.session)
        let step = SessionSecrets.step(at: browser.manager.clock.now.seconds)
        return (.qrCode(secrets.qrSecret(step: step)), .link(secrets.linkSecret))
    }

    // MARK: Platforms

    func platforms() throws {
        let manager = try testManager(
            "name: any", "name: phone, platforms: [iOS, Android]", "name: desk, platforms: [Linux]",
            "name: browser, platforms: [Web]")
        for (platform, roles) in [
            ("Linux", ["any", "desk"]), ("Android", ["any", "phone"]), ("Web", ["browser"]), ("BeOS", ["any"]),
            ("linux", ["any"]),
        ] {
            let (device, browser) = (try RawDevice(manager, platform: platform), try TestBrowser(manager))
            // A link: an authenticator in a browser has no scanner.
            let started = try start(device, browser, claims(browser).link)
            #expect(started.roles.map(\.name) == roles, "\(platform)")
        }
    }

    func prepare() throws {
        let manager = try testManager("name: phone, platforms: [iOS]", "name: desk, platforms: [Linux]")
        let (linux, browser) = (try RawDevice(manager), try TestBrowser(manager))
        let service = try manager.service.id
        let roles = try manager.context.database.read { try $0.services.roles(of: service) }
        let phone = try #require(roles.first { $0.name == "phone" })
        let started = try linux.start(browser)
        let code = try refusal {
            _ = try linux.call(
                Prepare.self,
                .init(
                    sessionId: try browser.session, sessionToken: started.sessionToken, roleId: phone.id.text,
                    attributes: [:]))
        }
        #expect(code == .roleUnknown)
    }

    func unmet() throws {
        let manager = try testManager("name: phone, platforms: [iOS]")
        let (linux, phone) = (try RawDevice(manager), try RawDevice(manager, user: "mallory", platform: "iOS"))
        let browser = try TestBrowser(manager)
        #expect(try refusal { _ = try linux.start(browser) } == .unmetRequirements)
        #expect(try browser.state == "waiting")
        let events = try manager.context.database.read { try $0.audit.newest(100) }
        #expect(
            events.first { $0.kind == .loginRefused }?.detail
                == "no role takes the device with the authentication that the website demanded")
        #expect(try phone.finish(try phone.prepare(browser)).result != nil)
    }

    func storedPlatform() throws {
        let manager = try testManager("name: phone, platforms: [iOS]")
        let (linux, browser) = (try RawDevice(manager), try TestBrowser(manager))
        let client = ClientInformation(version: "1.0.0", platform: "iOS", securityCheck: nil)
        let claim = try claims(browser).qrCode
        let code = try refusal {
            _ = try linux.call(
                Start.self,
                .init(activationId: linux.activation, sessionId: try browser.session, claim: claim, client: client),
                proven: true)
        }
        #expect(code == .unmetRequirements)
    }

    func changed() throws {
        let manager = try testManager("name: user")
        let device = try RawDevice(manager)
        let (first, second) = (try TestBrowser(manager), try TestBrowser(manager))
        let started = try device.start(first)
        let prepared = try device.prepare(second)
        try declare(["name: user, platforms: [iOS]"], manager)
        #expect(try refusal { _ = try device.prepare(first, started, [:]) } == .unmetRequirements)
        #expect(try refusal { _ = try device.finish(prepared) } == .policyChanged)
    }

    // MARK: Channels

    func channels() throws {
        let manager = try testManager(
            "name: any", "name: code, channels: [crossDevice]", "name: link, channels: [sameDevice]",
            "name: app, channels: [inApp]")
        let device = try RawDevice(manager)
        let (byCode, byLink) = (try TestBrowser(manager), try TestBrowser(manager))
        #expect(try start(device, byCode, claims(byCode).qrCode).roles.map(\.name) == ["any", "code"])
        #expect(try start(device, byLink, claims(byLink).link).roles.map(\.name) == ["any", "link"])
    }

    func refusedLink() throws {
        let manager = try testManager("name: user, channels: [crossDevice]")
        let (device, browser) = (try RawDevice(manager), try TestBrowser(manager))
        let claims = try claims(browser)
        #expect(try refusal { _ = try start(device, browser, claims.link) } == .unmetRequirements)
        #expect(try manager.snapshot(try browser.session)?.channel == .crossDevice)
        #expect(try start(device, browser, claims.qrCode).channel == .crossDevice)
    }

    // MARK: The login page

    func linkAlone() throws {
        let manager = try testManager("name: user, channels: [sameDevice, inApp]")
        let browser = try TestBrowser(manager)
        let page = try browser.page
        #expect(!page.contains("data-qr-key"))
        #expect(page.contains("class=\"this-device\""))
        #expect(try browser.get("/code.png").status == .notFound)
        #expect(try start(try RawDevice(manager), browser, claims(browser).link).channel == .sameDevice)
    }

    func codeAlone() throws {
        let manager = try testManager("name: user, channels: [crossDevice]")
        let browser = try TestBrowser(manager)
        let page = try browser.page
        #expect(page.contains("data-qr-key"))
        #expect(!page.contains("class=\"this-device\""))
        #expect(try browser.get("/code.png").status == .ok)
    }

    func both() throws {
        let manager = try testManager("name: a, channels: [crossDevice]", "name: b, channels: [sameDevice]")
        let page = try TestBrowser(manager).page
        #expect(page.contains("data-qr-key"))
        #expect(page.contains("class=\"this-device\""))
    }

    func noRole() throws {
        let manager = try testManager("name: user, channels: [inApp]")
        let client = try manager.service.id
        let answer = manager.router.respond(
            to: try Request(
                .get,
                "/openid/authenticate?response_type=code&scope=openid&client_id=\(client)&state=s&nonce=n"
                    + "&redirect_uri=https%3A%2F%2Fwebsite.example%2Fcallback&code_challenge_method=S256"
                    + "&code_challenge=\(String(repeating: "A", count: 43))"))
        let location = try #require(answer["Location"])
        #expect(location.hasPrefix("https://website.example/callback?"))
        #expect(location.contains("error=unmet_authentication_requirements"))
    }
}
