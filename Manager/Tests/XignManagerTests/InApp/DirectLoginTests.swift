import DatabaseFixture
import Testing
import XignCrypto
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

@testable import XignServer
@testable import XignUseCases

struct DirectLoginTests {
    @Test("Logins in a service's own app", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("The app collects a code that its backend redeems once", login, each: Engine.allCases),
        TestCase("The statement is that of a login in an app, with the app's origin", statement),
        TestCase(
            "A service that is not declared for it, and an unknown one, let no app in: one answer for both", notDeclared
        ),
        TestCase(
            "A service that is switched off while its app logs in gives no code", switchedOff,
            each: ["inApp: false", "active: false"]),
        TestCase(
            "Challenge and nonce are demanded by the service's settings, as at the authorization endpoint", proofs),
        TestCase(
            "Terms that no authorization endpoint takes are refused", badTerms,
            each: [
                { $0.scope = "profile" }, { $0.scope = "" }, { $0.nonce = "" }, { $0.nonce = "a\nb" },
                { $0.nonce = String(repeating: "n", count: 1001) },
            ] as [@Sendable (inout RawDevice.InAppTerms) -> Void]),
        TestCase("Nonce and scope of the backend are in the tokens", tokens),
        TestCase(
            "A code is refused with a redirect URI, with a wrong verifier, without one, and too late; it is used up then",
            refusedCodes),
        TestCase("A repetition gets the same code until it is redeemed or expires", repetition),
        TestCase("A code that is not collected within a minute of the confirmation is lost", uncollected),
        TestCase("Nobody collects a code but the activation that finished, with its token and its key", thieves),
        TestCase("No code is collected for a website's login, nor for a utility process", otherProcesses),
        TestCase("No secret of a browser claims the login of an app", foreignClaims),
        TestCase("A confirmation gives no code after its device is revoked or its role is withdrawn", withdrawn),
        TestCase("inAppStart: the same process while it is open, and nothing after it", startAgain),
        TestCase("An activation has five open processes of its own at most, whatever they are for", limit),
        TestCase("An app without the device's key begins nothing", unproven),
    ]

    func login(_ engine: Engine) throws {
        let scene = try InAppScene(engine)
        let terms = try scene.terms
        let code = try scene.device.collect(try scene.device.confirmInApp(terms))
        let tokens = try scene.redeem(code, verifier: terms.verifier)
        #expect(tokens.status == .ok)
        #expect(try tokens.json["id_token"]?.string != nil)
        #expect(try scene.redeem(code, verifier: terms.verifier).status == .badRequest)
        let events = try scene.manager.auditKinds
        for kind: AuditEvent.Kind in [.loginConfirmed, .codeIssued, .codeRedeemed, .codeReused] {
            #expect(events.filter { $0 == kind }.count == 1, "\(kind)")
        }
    }

    func statement() throws {
        let scene = try InAppScene()
        let begun = try scene.device.beginInApp(scene.terms)
        let started = try scene.device.claim(begun.sessionId, token: begun.sessionToken)
        #expect(started.channel == .inApp)
        #expect(started.subject == .inAppLogin(offlineUntil: nil))
        #expect(started.service.origin == "app")
        #expect(started.service.id == (try scene.manager.service.id.text))
        let statement = try ConsentStatement(parsing: try scene.device.prepare(begun.sessionId, started).statement)
        #expect(statement.subject == .inAppLogin(offlineUntil: nil))
        #expect(statement.channel == .inApp)
        #expect(statement.serviceOrigin == "app")
    }

    func notDeclared() throws {
        let scene = try InAppScene(demo: "inApp: false")
        expectRefusal(.notAllowed) { try scene.device.beginInApp(scene.terms) }
        expectRefusal(.notAllowed) { try scene.device.beginInApp(.init(clientID: "unknown")) }
        expectRefusal(.notAllowed) { try scene.device.beginInApp(.init(clientID: BuiltInParties.serviceID.text)) }
    }

    func switchedOff(line: String) throws {
        let scene = try InAppScene()
        let (begun, confirmed) = (
            try scene.device.beginInApp(scene.terms), try scene.device.confirmInApp(scene.terms)
        )
        try InAppScene.declare(line, at: scene.manager)
        expectRefusal(.sessionEnded) { try scene.device.claim(begun.sessionId, token: begun.sessionToken) }
        expectRefusal(.policyChanged) { try scene.device.collect(confirmed) }
        try InAppScene.declare("inApp: true", at: scene.manager)
        expectRefusal(.sessionEnded) { try scene.device.collect(confirmed) }
    }

    // MARK: Terms

    func proofs() throws {
        let scene = try InAppScene()
        func begin(_ verifier: String?, _ nonce: String?) throws {
            var terms = try scene.terms
            (terms.verifier, terms.nonce) = (verifier, nonce)
            _ = try scene.device.beginInApp(terms)
        }
        let verifier = try scene.terms.verifier
        expectRefusal(.malformed) { try begin(nil, "nonce") }
        try InAppScene.declare("{inApp: true, pkce: optional}".yamlMembers, at: scene.manager)
        expectRefusal(.malformed) { try begin(nil, nil) }
        try begin(nil, "nonce")
        try InAppScene.declare("{inApp: true, legacy: true}".yamlMembers, at: scene.manager)
        try begin(nil, nil)
        try InAppScene.declare("{inApp: true, confidential: false}".yamlMembers, at: scene.manager)
        expectRefusal(.malformed) { try begin(nil, "nonce") }
        try begin(verifier, nil)
    }

    func badTerms(change: @Sendable (inout RawDevice.InAppTerms) -> Void) throws {
        let scene = try InAppScene()
        var terms = try scene.terms
        change(&terms)
        expectRefusal(.malformed) { try scene.device.beginInApp(terms) }
        var request = scene.device.inAppRequest(try scene.terms)
        request.codeChallenge = "short"
        expectRefusal(.malformed) { try scene.device.call(InAppStart.self, request, proven: true) }
    }

    func tokens() throws {
        let scene = try InAppScene()
        var terms = try scene.terms
        (terms.nonce, terms.scope) = ("n-123", "openid email unknown")
        let code = try scene.device.collect(try scene.device.confirmInApp(terms))
        let json = try scene.redeem(code, verifier: terms.verifier).json
        #expect(json["scope"]?.string == "openid email")
        let payload = (json["id_token"]?.string ?? "").split(separator: ".")[1]
        let claims = try StrictJSON.parse(Base64URL.decode(String(payload)) ?? [], limits: .message)
        #expect(claims["nonce"]?.string == "n-123")
    }

    // MARK: The code

    func refusedCodes() throws {
        let scene = try InAppScene()
        let terms = try scene.terms
        func code() throws -> String { try scene.device.collect(try scene.device.confirmInApp(terms)) }
        let wrong = Base64URL.encode(Array(repeating: UInt8(8), count: 32))
        for (verifier, uri) in [
            (terms.verifier, "https://website.example/callback"), (wrong, nil), (nil, nil), (terms.challenge, nil),
        ] {
            let code = try code()
            #expect(try scene.redeem(code, verifier: verifier, redirectURI: uri).status == .badRequest)
            #expect(try scene.redeem(code, verifier: terms.verifier).status == .badRequest)
        }
        let late = try code()
        scene.manager.clock.advance(seconds: 60)
        #expect(try scene.redeem(late, verifier: terms.verifier).status == .badRequest)
    }

    func repetition() throws {
        let scene = try InAppScene()
        let terms = try scene.terms
        let confirmed = try scene.device.confirmInApp(terms)
        let code = try scene.device.collect(confirmed)
        #expect(try scene.device.collect(confirmed) == code)
        #expect(try scene.redeem(code, verifier: terms.verifier).status == .ok)
        expectRefusal(.sessionEnded) { try scene.device.collect(confirmed) }

        let later = try scene.device.confirmInApp(terms)
        _ = try scene.device.collect(later)
        scene.manager.clock.advance(seconds: 60)
        expectRefusal(.sessionEnded) { try scene.device.collect(later) }
    }

    func uncollected() throws {
        let scene = try InAppScene()
        let confirmed = try scene.device.confirmInApp(scene.terms)
        scene.manager.clock.advance(seconds: 60)
        expectRefusal(.sessionEnded) { try scene.device.collect(confirmed) }
    }

    func thieves() throws {
        let scene = try InAppScene()
        let (device, thief) = (scene.device, try RawDevice(scene.manager, user: "mallory"))
        let open = try device.beginInApp(scene.terms)
        let confirmed = try device.confirmInApp(scene.terms)
        expectRefusal(.unauthenticated) { try thief.collect(confirmed) }
        expectRefusal(.unauthenticated) { try device.collect(confirmed, token: .random(count: 32)) }
        expectRefusal(.activationUnknown) { try device.call(CollectCode.self, device.collectRequest(confirmed)) }
        expectRefusal(.unauthenticated) {
            try device.call(
                CollectCode.self,
                .init(
                    activationId: device.activation, sessionId: open.sessionId, sessionToken: open.sessionToken),
                proven: true)
        }
        expectRefusal(.sessionTaken) { try thief.claim(open.sessionId, token: open.sessionToken) }
        expectRefusal(.wrongChannel) { try device.claim(open.sessionId, token: .random(count: 32)) }
        _ = try device.collect(confirmed)
    }

    func otherProcesses() throws {
        let scene = try InAppScene()
        let (device, browser) = (scene.device, try TestBrowser(scene.manager))
        let website = try device.prepare(browser)
        _ = try device.finish(website)
        expectRefusal(.unauthenticated) { try device.collect(website) }
        let utility = try device.prepare(.changePin)
        _ = try device.finish(utility)
        expectRefusal(.unauthenticated) { try device.collect(utility) }
    }

    func foreignClaims() throws {
        let scene = try InAppScene()
        let begun = try scene.device.beginInApp(scene.terms)
        let secrets = scene.manager.context.secrets(of: begun.sessionId)
        let step = SessionSecrets.step(at: scene.manager.clock.now.seconds)
        for claim: Start.Claim in [
            .qrCode(secrets.qrSecret(step: step)), .openedQRCode(secrets.qrSecret(step: step)),
            .link(secrets.linkSecret), .inApp(scene.manager.context.inAppSecret(of: begun.sessionId)),
        ] {
            expectRefusal(.wrongChannel) {
                try scene.device.call(
                    Start.self,
                    .init(
                        activationId: scene.device.activation, sessionId: begun.sessionId, claim: claim,
                        client: RawDevice.client), proven: true)
            }
        }
        #expect(scene.manager.router.respond(to: try Request(.get, "/login/\(begun.sessionId)")).status == .notFound)
    }

    func withdrawn() throws {
        let scene = try InAppScene()
        let confirmed = try scene.device.confirmInApp(scene.terms)
        let withdrawal = "users: [{ name: ada, memberships: [] }]"
        _ = try Apply(scene.manager.context)(Array(withdrawal.utf8))
        expectRefusal(.policyChanged) { try scene.device.collect(confirmed) }

        let other = try InAppScene()
        let again = try other.device.confirmInApp(other.terms)
        _ = try other.device.call(Revoke.self, .init(activationId: other.device.activation), proven: true)
        expectRefusal(.activationUnknown) { try other.device.collect(again) }
    }

    // MARK: Repetition and limits

    func startAgain() throws {
        let scene = try InAppScene()
        let sealed = try scene.device.seal(InAppStart.self, scene.device.inAppRequest(scene.terms), proven: true)
        let answers = try (0..<2).map { _ in try RawDevice.send(sealed, InAppStart.self, to: scene.manager.manager) }
        #expect(answers[0].sessionId == answers[1].sessionId)
        #expect(answers[0].sessionToken == answers[1].sessionToken)
        scene.manager.clock.advance(seconds: 301)
        expectRefusal(.sessionEnded) { try RawDevice.send(sealed, InAppStart.self, to: scene.manager.manager) }
    }

    func limit() throws {
        let scene = try InAppScene()
        for _ in 0..<4 { _ = try scene.device.beginInApp(scene.terms) }
        _ = try scene.device.begin(.changePin)
        expectRefusal(.tooManyRequests) { try scene.device.beginInApp(scene.terms) }
        expectRefusal(.tooManyRequests) { try scene.device.begin(.changePin) }
    }

    func unproven() throws {
        let scene = try InAppScene()
        expectRefusal(.activationUnknown) {
            try scene.device.call(InAppStart.self, scene.device.inAppRequest(scene.terms))
        }
    }
}

extension String {
    /// The members of a flow mapping, each on a line of its own below a service's name.
    fileprivate var yamlMembers: String {
        trimmingPrefix("{").dropLast().split(separator: ", ").joined(separator: "\n        ")
    }
}
