import Foundation
import Synchronization
import Testing
import XignProtocol
import XignSDKTesting

@testable import XignSDK

struct KeycloakLoginTests {
    @Test("logins in an app through its Keycloak", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(await Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("end with the Keycloak's code, in both path styles", login, each: ["", "/auth"]),
        TestCase("a code that arrived is returned again, without a request", again),
        TestCase("ask the Keycloak with the backend's values, the hint, and openid", parameters),
        TestCase("the media type of the answer is sent to the manager alone, and only on the way there", accept),
        TestCase("the id of a request is for the manager's device API alone", requestID),
        TestCase("no cookie of an earlier login, nor of the other server, is ever sent", cookies),
        TestCase(
            "a lost answer on the way back: the next call repeats that request alone", lostAnswer,
            each: TestKeycloak.Step.back),
        TestCase("a lost answer on the way there leaves nothing behind", lostBeginning, each: TestKeycloak.Step.thence),
        TestCase("after a refusal the code cannot be fetched again", over),
        TestCase("a success without a return secret is no success", withoutReturnSecret),
        TestCase(
            "sign nothing for another origin, purpose or channel", lies,
            each: [
                { $0.service.origin = "https://sso.example.com" }, { $0.service.origin = "app" },
                { $0.subject = .login(offlineUntil: nil) }, { $0.channel = .sameDevice },
            ] as [@Sendable (inout Start.Response) -> Void]),
        TestCase("no state, cookie, code or secret is in a log, an error, a description or a reflection", secrecy),
    ]

    let manager: TestManager
    let device: TestDevice
    let log = MessageLog()

    init() async throws {
        manager = try TestManager()
        device = try await TestDevice.personalized(at: manager, log: log.handler)
    }

    private func fetch(_ configuration: KeycloakServiceConfiguration) async throws
        -> AuthenticationInitializationDataInApp
    {
        try await device.sdk.authenticator.fetchInAppAuthenticationInitializationData(.keycloak(configuration))
    }

    private func logIn(_ keycloak: TestKeycloak) async throws -> ServiceLoginResult {
        let result = try await device.authenticate(try await fetch(keycloak.configuration()))
        guard case .serviceLogin(let login) = result else { throw UnexpectedAnswer() }
        return login
    }

    private func code(of login: ServiceLoginResult) async throws -> AuthorizationCodeResult {
        try await device.sdk.authenticator.fetchAuthorizationCode(login)
    }

    // MARK: The way there and back

    func login(prefix: String) async throws {
        let keycloak = TestKeycloak(manager, prefix: prefix)
        let login = try await logIn(keycloak)
        let redirect = try keycloak.configuration().redirectUrl
        #expect(try await code(of: login) == .final(.keycloak(code: TestKeycloak.code, redirectUrl: redirect)))
        // Each step once, and the redirect URL never.
        #expect(keycloak.requested.count == TestKeycloak.Step.allCases.count)
        #expect(!keycloak.requested.contains { $0.hasPrefix(keycloak.redirectURL) })
    }

    func again() async throws {
        let keycloak = TestKeycloak(manager)
        let login = try await logIn(keycloak)
        let first = try await code(of: login)
        let count = keycloak.requested.count
        #expect(try await code(of: login) == first)
        #expect(keycloak.requested.count == count)
    }

    func parameters() async throws {
        let keycloak = TestKeycloak(manager)
        let authorization = InAppAuthorization(nonce: "n&1", codeChallenge: String(repeating: "c", count: 43))
        _ = try await fetch(keycloak.configuration(authorization: authorization, identityProvider: "xign"))
        let asked = keycloak.asked
        let expected = [
            ("response_type", "code"), ("client_id", "app"), ("redirect_uri", keycloak.redirectURL),
            ("scope", "openid profile"), ("nonce", "n&1"), ("code_challenge", authorization.codeChallenge ?? ""),
            ("code_challenge_method", "S256"), ("kc_idp_hint", "xign"),
        ]
        for (name, value) in expected { #expect(asked.all(name) == [value]) }
        #expect(Base64URL.decode(asked.single("state") ?? "")?.count == 32)
        _ = try await fetch(keycloak.configuration())
        for name in ["nonce", "code_challenge", "code_challenge_method", "kc_idp_hint"] {
            #expect(keycloak.asked.all(name) == [])
        }
        #expect(keycloak.asked.single("state") != asked.single("state"))
    }

    func accept() async throws {
        let keycloak = TestKeycloak(manager)
        _ = try await code(of: try await logIn(keycloak))
        let asking = keycloak.state.withLock { $0.requests }.filter { $0.header("Accept") == InAppAnswer.mediaType }
        #expect(asking.map(\.url.path) == ["/openid/authenticate"])
        #expect(asking.map(\.url.host) == [manager.origin.host])
    }

    func requestID() async throws {
        let keycloak = TestKeycloak(manager)
        _ = try await code(of: try await logIn(keycloak))
        let others = keycloak.state.withLock { $0.requests }
        #expect(!others.isEmpty)
        #expect(others.allSatisfy { $0.header(RequestTrail.header) == nil })
    }

    func cookies() async throws {
        let keycloak = TestKeycloak(manager)
        _ = try await code(of: try await logIn(keycloak))
        keycloak.state.withLock { $0.requests = [] }
        _ = try await code(of: try await logIn(keycloak))
        let requests = keycloak.state.withLock { $0.requests }
        #expect(requests[1].url.path.hasSuffix("/auth"))
        #expect(requests[1].header("Cookie") == nil)
        for request in requests {
            let cookies = request.header("Cookie") ?? ""
            #expect(!cookies.contains("session-1") && !cookies.contains("cookie-1"))
            #expect(!cookies.contains(request.url.host == manager.origin.host ? "AUTH_SESSION_ID" : "__Host-xign"))
        }
    }

    // MARK: Lost answers

    func lostAnswer(step: TestKeycloak.Step) async throws {
        let keycloak = TestKeycloak(manager)
        let login = try await logIn(keycloak)
        keycloak.state.withLock {
            $0.lost = [step]
            $0.requests = []
        }
        let lost = await XignSDKTests.code { try await code(of: login) }
        #expect(lost == .connectionFailed)
        let result = try await code(of: login)
        guard case .final(.keycloak(TestKeycloak.code, _)) = result else { throw UnexpectedAnswer() }
        let repeated = keycloak.requested.filter { $0.prefix { $0 != "?" }.hasSuffix(step.rawValue) }
        #expect(repeated.count == 2)
        #expect(keycloak.requested.count == TestKeycloak.Step.back.count + 1)
    }

    func lostBeginning(step: TestKeycloak.Step) async throws {
        let keycloak = TestKeycloak(manager)
        keycloak.state.withLock { $0.lost = [step] }
        #expect(await XignSDKTests.code { try await fetch(keycloak.configuration()) } == .connectionFailed)
        _ = try await code(of: try await logIn(keycloak))
    }

    func over() async throws {
        let keycloak = TestKeycloak(manager)
        let login = try await logIn(keycloak)
        keycloak.replace(.endpoint, by: .page(502))
        #expect(await XignSDKTests.code { try await code(of: login) } == .keycloakRefused)
        let count = keycloak.requested.count
        #expect(await XignSDKTests.code { try await code(of: login) } == .wrongOrder)
        #expect(keycloak.requested.count == count)
    }

    func withoutReturnSecret() async throws {
        let keycloak = TestKeycloak(manager)
        manager.state.withLock { $0.returnSecret = nil }
        let login = try await logIn(keycloak)
        #expect(await XignSDKTests.code { try await code(of: login) } == .responseInvalid)
        #expect(!keycloak.requested.contains { $0.hasSuffix("/return") })
    }

    // MARK: What the user confirms

    func lies(bend: @escaping @Sendable (inout Start.Response) -> Void) async throws {
        let data = try await fetch(TestKeycloak(manager).configuration())
        manager.state.withLock { $0.bendStart = bend }
        #expect(await XignSDKTests.code { try await device.start(data) } == .consentMismatch)
    }

    // MARK: Secrets

    func secrecy() async throws {
        let keycloak = TestKeycloak(manager)
        var texts: [String] = []
        func note(_ value: some Any) {
            texts.append("\(value)")
            var reflected = ""
            dump(value, to: &reflected)
            texts.append(reflected)
        }
        let data = try await fetch(keycloak.configuration())
        note(data)
        guard case .serviceLogin(let login) = try await device.authenticate(data) else { throw UnexpectedAnswer() }
        note(login)
        keycloak.state.withLock { $0.bendAnswer = { $0.append(("code", "second")) } }
        do { _ = try await code(of: login) } catch { note(error) }
        texts += log.messages
        let secrets = [
            keycloak.asked.single("state") ?? "", "session-1", "cookie-1", TestKeycloak.code,
            Base64URL.encode(keycloak.returnSecret.bytes), Base64URL.encode(manager.claimToken.bytes),
            Base64URL.encode(manager.sessionToken.bytes),
        ]
        #expect(texts.joined().contains("/broker/xign/endpoint"), "the log shows the requests")
        for secret in secrets { #expect(!secret.isEmpty && !texts.contains { $0.contains(secret) }) }
    }
}

/// The messages of a log.
final class MessageLog: Sendable {
    private let list = Mutex<[String]>([])
    var messages: [String] { list.withLock { $0 } }
    var handler: XignLog.Handler { { [self] _, message in list.withLock { $0.append(message) } } }
}
