import DatabaseFixture
import Foundation
import Testing
import XignDomain
import XignHTTP
import XignProtocol

@testable import XignDeviceAPI
@testable import XignServer
@testable import XignUseCases

/// The `acr` of an authenticator in a browser, as websites get and demand it.
struct BrowserLoginTests {
    @Test("Logins by an authenticator in a browser", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("The website is told that it was a browser, and by an app of the same person that it was none", told),
        TestCase("A website that demands several factors does not get a browser, unless it names that too", demanded),
        TestCase("A website that demands a browser does not get an app", browserDemanded),
        TestCase(
            "A demand that no role of the service can meet is refused before anybody scans a code", impossible,
            each: [("Linux", "\(multiFactor):web"), ("Web", multiFactor)]),
    ]

    private static let multiFactor = "urn:xign:acr:multi-factor"

    /// A manager whose only role takes these platforms.
    private func testManager(_ engine: Engine = .sqlite, platforms: String) throws -> TestManager {
        let manager = try TestManager(engine)
        let declaration = TestManager.declaration()
        let start = try #require(declaration.firstRange(of: "          - name: user")).lowerBound
        let end = try #require(declaration.firstRange(of: "users:")).lowerBound
        let role = "          - { name: user, alternatives: [[device, pin]], platforms: [\(platforms)] }\n"
        _ = try Apply(manager.context)(Array((declaration[..<start] + role + declaration[end...]).utf8))
        return manager
    }

    private func start(_ device: RawDevice, _ browser: TestBrowser) throws -> Start.Response {
        let secrets = browser.manager.context.secrets(of: try browser.session)
        return try device.call(
            Start.self,
            .init(
                activationId: device.activation, sessionId: try browser.session, claim: .link(secrets.linkSecret),
                client: RawDevice.client), proven: true)
    }

    /// Logs in by the link of the page.
    /// - Returns: the `acr` that the website gets.
    private func contextClass(_ device: RawDevice, _ browser: TestBrowser) throws -> String? {
        let started = try start(device, browser)
        let prepared = try device.prepare(browser, started, [:])
        let signed = RawDevice.Prepared(
            session: try browser.session, token: started.sessionToken, statement: try #require(prepared.statement).bytes
        )
        let secret = try #require(try device.finish(signed).result?.returnSecret)
        let address = URL(string: "\(device.manager.issuer)/return#\(Base64URL.encode(secret.bytes))")
        let code = try #require(try browser.parameters(of: try browser.comeBack(address))["code"])
        return try TestBrowser.claims(try browser.redeem(code).body["id_token"])["acr"] as? String
    }

    func told() throws {
        let manager = try testManager(platforms: "Web, Linux")
        let (web, app) = (try RawDevice(manager, platform: "Web"), try RawDevice(manager))
        #expect(try contextClass(web, TestBrowser(manager)) == "\(Self.multiFactor):web")
        #expect(try contextClass(app, TestBrowser(manager)) == Self.multiFactor)
    }

    func demanded() throws {
        let manager = try testManager(platforms: "Web, Linux")
        let web = try RawDevice(manager, platform: "Web")
        let without = try TestBrowser(manager, more: ["acr_values": Self.multiFactor])
        let refusal = #expect(throws: ProtocolError.self) { try start(web, without) }
        #expect(refusal?.error == .unmetRequirements)
        #expect(try without.state == "waiting")
        let with = try TestBrowser(manager, more: ["acr_values": "\(Self.multiFactor) \(Self.multiFactor):web"])
        #expect(try contextClass(web, with) == "\(Self.multiFactor):web")
    }

    func browserDemanded() throws {
        let manager = try testManager(platforms: "Web, Linux")
        let app = try RawDevice(manager)
        let browser = try TestBrowser(manager, more: ["acr_values": "\(Self.multiFactor):web"])
        let refusal = #expect(throws: ProtocolError.self) { try start(app, browser) }
        #expect(refusal?.error == .unmetRequirements)
    }

    func impossible(platforms: String, demanded: String) throws {
        let manager = try testManager(platforms: platforms)
        let client = try manager.service.id
        let answer = manager.router.respond(
            to: try Request(
                .get,
                "/openid/authenticate?response_type=code&scope=openid&client_id=\(client)&state=s&nonce=n"
                    + "&redirect_uri=https%3A%2F%2Fwebsite.example%2Fcallback&code_challenge_method=S256"
                    + "&code_challenge=\(String(repeating: "A", count: 43))&acr_values=\(demanded)"))
        #expect(try #require(answer["Location"]).contains("error=unmet_authentication_requirements"))
    }
}
