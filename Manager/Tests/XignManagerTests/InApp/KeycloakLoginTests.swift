import DatabaseFixture
import Testing
import XignCrypto
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

/// The manager's part of a login that an app begins through its own Keycloak. The Keycloak is a website here.
struct KeycloakLoginTests {
    @Test("Logins of an app through its Keycloak", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "The app gets a session, confirms it, and returns to its Keycloak with a code", login, each: Engine.allCases
        ),
        TestCase("The answer is not stored, is told apart by Accept, and contains no address", answer),
        TestCase(
            "Only the exact media type begins a login in the app", otherTypes,
            each: ["*/*", "text/html", "application/json"]),
        TestCase(
            "A service that does not let apps in refuses with unauthorized_client; its roles may refuse the channel",
            refused),
        TestCase("No other secret claims the session, and its secret claims no other", claims),
        TestCase("Its cookie opens no page, no picture, no events and no other attempt", pages),
        TestCase("Neither the cookie nor the return secret suffices alone, and the code is given once", alone),
        TestCase("A return that comes too late is told to the Keycloak, since an app has no page", late),
        TestCase(
            "A service that is switched off after the confirmation gives its Keycloak no code", switchedOff,
            each: ["inApp: false", "active: false"]),
        TestCase(
            "A page that begins its login anew stays a page, whatever the request accepts", pageBeginsAnew,
            each: [true, false]),
    ]

    private let accept = HeaderField("Accept", InAppAnswer.mediaType)

    private func keycloak(_ scene: InAppScene) throws -> Website {
        Website(clientID: try scene.manager.service.id.text, redirectURI: "https://website.example/callback")
    }

    private func authorize(_ scene: InAppScene, _ headers: [HeaderField]? = nil) throws -> Response {
        scene.manager.router.respond(to: try Request(.get, keycloak(scene).target(), headers: headers ?? [accept]))
    }

    /// The session that an app was given, with its cookie.
    private struct Begun {
        let answer: InAppAnswer
        let cookie: HeaderField
    }

    private func begin(_ scene: InAppScene) throws -> Begun {
        let response = try authorize(scene)
        let cookie = try #require(response["Set-Cookie"]).prefix { $0 != ";" }
        return Begun(
            answer: try InAppAnswer(parsing: response.bytes), cookie: HeaderField("Cookie", String(cookie)))
    }

    private func claim(_ device: RawDevice, _ answer: InAppAnswer, _ claim: Start.Claim? = nil) throws
        -> Start.Response
    {
        try device.call(
            Start.self,
            .init(
                activationId: device.activation, sessionId: answer.session, claim: claim ?? .inApp(answer.secret),
                client: RawDevice.client), proven: true)
    }

    private func post(_ path: String, _ scene: InAppScene, _ cookie: HeaderField?, secret: SecretOctets? = nil) throws
        -> Response
    {
        let form = secret.map { "secret=\(Base64URL.encode($0.bytes))" } ?? ""
        return scene.manager.router.respond(
            to: try Request(
                .post, path,
                headers: [
                    HeaderField("Content-Type", "application/x-www-form-urlencoded"),
                    HeaderField("Origin", scene.manager.issuer.description),
                ] + (cookie.map { [$0] } ?? []), body: Array(form.utf8)))
    }

    func login(_ engine: Engine) throws {
        let scene = try InAppScene(engine)
        let begun = try begin(scene)
        #expect(begun.answer.idmIdentifier == scene.manager.issuer.idmIdentifier)
        #expect(begun.answer.expiresInSeconds == 300)
        let started = try claim(scene.device, begun.answer)
        #expect(started.channel == .inApp)
        #expect(started.subject == .inAppLogin(offlineUntil: nil))
        #expect(started.service.origin == "https://website.example")
        let result = try #require(
            try scene.device.finish(scene.device.prepare(begun.answer.session, started)).result)
        #expect(result.outcome == .serviceLogin)
        let back = try post("/return", scene, begun.cookie, secret: result.returnSecret)
        let answer = try Answer(back)
        #expect(back.status == .seeOther)
        #expect(answer.address == "https://website.example/callback")
        #expect(answer["state"] == (try keycloak(scene).state))
        #expect(answer["iss"] == scene.manager.issuer.description)
        let redeemed = try scene.redeem(
            try #require(answer["code"]), verifier: keycloak(scene).verifier,
            redirectURI: "https://website.example/callback")
        #expect(redeemed.status == .ok)
    }

    func answer() throws {
        let scene = try InAppScene()
        let response = try authorize(scene)
        #expect(response.status == .ok)
        #expect(response["Content-Type"] == InAppAnswer.mediaType)
        #expect(response["Cache-Control"] == "no-store")
        #expect(response["Vary"] == "Accept")
        #expect(!String(decoding: response.bytes, as: UTF8.self).contains("://"))
        let cookie = try #require(response["Set-Cookie"])
        #expect(cookie.contains("HttpOnly") && cookie.hasPrefix("xign-xign-"))
    }

    func otherTypes(type: String) throws {
        let response = try authorize(InAppScene(), [HeaderField("Accept", type)])
        #expect(response["Location"]?.hasPrefix("/login/") == true)
    }

    func refused() throws {
        let closed = try InAppScene(demo: "inApp: false")
        #expect(try Answer(authorize(closed))["error"] == "unauthorized_client")
        #expect(try authorize(closed, [])["Location"]?.hasPrefix("/login/") == true)
    }

    // MARK: The session belongs to the app

    func claims() throws {
        let scene = try InAppScene()
        let (begun, browser) = (try begin(scene), try TestBrowser(scene.manager))
        let secrets = scene.manager.context.secrets(of: begun.answer.session)
        let step = SessionSecrets.step(at: scene.manager.clock.now.seconds)
        for other: Start.Claim in [
            .qrCode(secrets.qrSecret(step: step)), .link(secrets.linkSecret), .sessionToken(begun.answer.secret),
            .inApp(.random(count: 32)),
        ] {
            expectRefusal(.wrongChannel) { try claim(scene.device, begun.answer, other) }
        }
        var website = begun.answer
        website.session = try browser.session
        website.secret = scene.manager.context.inAppSecret(of: website.session)
        expectRefusal(.wrongChannel) { try claim(scene.device, website) }
        _ = try claim(scene.device, begun.answer)
        expectRefusal(.sessionTaken) { try claim(RawDevice(scene.manager, user: "mallory"), begun.answer) }
    }

    func pages() throws {
        let scene = try InAppScene()
        let begun = try begin(scene)
        for path in ["", "/code.png", "/events"] {
            let page = scene.manager.router.respond(
                to: try Request(.get, "/login/\(begun.answer.session)\(path)", headers: [begun.cookie]))
            #expect(page.status == .notFound, "\(path)")
        }
        for path in ["/continue", "/again"] {
            #expect(
                try post("/login/\(begun.answer.session)\(path)", scene, begun.cookie).status == .notFound, "\(path)")
        }
    }

    func alone() throws {
        let scene = try InAppScene()
        let begun = try begin(scene)
        let started = try claim(scene.device, begun.answer)
        let result = try #require(
            try scene.device.finish(scene.device.prepare(begun.answer.session, started)).result)
        #expect(try post("/return", scene, nil, secret: result.returnSecret).status == .forbidden)
        #expect(try post("/return", scene, begun.cookie, secret: .random(count: 32)).status == .forbidden)
        #expect(
            try post("/login/\(begun.answer.session)/continue", scene, begun.cookie).status == .notFound)
        expectRefusal(.unauthenticated) {
            try scene.device.collect(.init(session: begun.answer.session, token: started.sessionToken, statement: []))
        }
        #expect(try Answer(post("/return", scene, begun.cookie, secret: result.returnSecret))["code"] != nil)
        #expect(try post("/return", scene, begun.cookie, secret: result.returnSecret).status == .gone)
    }

    func late() throws {
        let scene = try InAppScene()
        let begun = try begin(scene)
        let started = try claim(scene.device, begun.answer)
        let result = try #require(
            try scene.device.finish(scene.device.prepare(begun.answer.session, started)).result)
        scene.manager.clock.advance(seconds: 61)
        let answer = try Answer(post("/return", scene, begun.cookie, secret: result.returnSecret))
        #expect(answer["error"] == "access_denied")
        #expect(answer["code"] == nil)
    }

    func switchedOff(line: String) throws {
        let scene = try InAppScene()
        let begun = try begin(scene)
        let started = try claim(scene.device, begun.answer)
        let result = try #require(
            try scene.device.finish(scene.device.prepare(begun.answer.session, started)).result)
        try InAppScene.declare(line, at: scene.manager)
        let answer = try Answer(post("/return", scene, begun.cookie, secret: result.returnSecret))
        #expect(answer["error"] == "access_denied")
        #expect(answer["code"] == nil)
    }

    func pageBeginsAnew(inApp: Bool) throws {
        let scene = try InAppScene(demo: "inApp: \(inApp)")
        let browser = try TestBrowser(scene.manager)
        let response = scene.manager.router.respond(
            to: try Request(
                .post, "/login/\(browser.session)/again",
                headers: [
                    accept, HeaderField("Cookie", browser.cookie),
                    HeaderField("Content-Type", "application/x-www-form-urlencoded"),
                    HeaderField("Origin", scene.manager.issuer.description),
                ]))
        #expect(response["Location"]?.hasPrefix("/login/") == true)
    }
}
