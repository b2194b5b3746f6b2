import Foundation
import Testing
import XignProtocol
import XignSDKTesting

@testable import XignSDK

struct DirectLoginTests {
    @Test("logins in an app, directly at its service", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(await Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("end with a code for the app's backend", end),
        TestCase("pass the backend's nonce, challenge and scopes to the manager; openid is always there", terms),
        TestCase("need the service's configuration, and say so before anything is sent", notConfigured),
        TestCase(
            "tell the developer what the operator or the backend must do", refused,
            each: [
                (ProtocolErrorCode.notAllowed, XignSdkErrorCode.notAllowed, "inApp: true"),
                (.malformed, .requestRejected, "InAppAuthorization"),
            ]),
        TestCase(
            "sign nothing for another service, origin, purpose or channel", lies,
            each: [
                { $0.service.id = "another" }, { $0.service.origin = "https://canteen.example" },
                { $0.subject = .login(offlineUntil: nil) }, { $0.channel = .crossDevice },
                { $0.subject = .utility(.delete) },
            ] as [@Sendable (inout Start.Response) -> Void]),
        TestCase("keep token and code out of descriptions", secrecy),
    ]

    let manager: TestManager
    let device: TestDevice
    private let service = TestManager.inAppClientID

    init() async throws {
        manager = try TestManager()
        let configuration = Data(
            #"{"idmIdentifier":"\#(manager.idm)","clientId":"\#(service)","name":"canteen","other":1}"#.utf8)
        device = try await TestDevice.personalized(at: manager, services: [try ServiceConfiguration(configuration)])
    }

    private func fetch(_ trigger: InAppAuthenticationTrigger) async throws -> AuthenticationInitializationDataInApp {
        try await device.sdk.authenticator.fetchInAppAuthenticationInitializationData(trigger)
    }

    private func logIn(_ trigger: InAppAuthenticationTrigger) async throws -> ServiceLoginResult {
        let request = try await device.start(try await fetch(trigger))
        #expect(request.subject == .inAppLogin(offlineUntil: nil))
        let information = try await device.prepare(request)
        try await information.sign(factor: DeviceFactor())
        try await information.sign(factor: PinFactor("482915"))
        let result = try await device.sdk.authenticator.finishAuthentication(userInfo: information)
        guard case .serviceLogin(let login) = result else { throw UnexpectedAnswer() }
        return login
    }

    func end() async throws {
        let login = try await logIn(.direct(clientId: service))
        #expect(login.clientId == service)
        let result = try await device.sdk.authenticator.fetchAuthorizationCode(login)
        #expect(result == .final(.direct(code: "code-of-\(manager.session)", clientId: service)))
        #expect(try await device.sdk.authenticator.fetchAuthorizationCode(login) == result)
    }

    func terms() async throws {
        let authorization = InAppAuthorization(nonce: "n-1", codeChallenge: String(repeating: "c", count: 43))
        _ = try await fetch(.direct(clientId: service, scopes: ["email"], authorization: authorization))
        _ = try await fetch(.direct(clientId: service))
        let sent = manager.state.withLock { $0.inAppRequests }
        #expect(sent.map(\.scope) == ["openid email", "openid"])
        #expect(sent.map(\.nonce) == ["n-1", nil])
        #expect(sent.map(\.codeChallenge) == [authorization.codeChallenge, nil])
    }

    func notConfigured() async throws {
        let refusal = await code { _ = try await fetch(.direct(clientId: "another")) }
        #expect(refusal == .serviceNotConfigured)
        #expect(manager.state.withLock { $0.inAppRequests }.isEmpty)
    }

    func refused(refusal: ProtocolErrorCode, code: XignSdkErrorCode, advice: String) async throws {
        manager.state.withLock { $0.refusals[.inAppStart] = ProtocolError(refusal) }
        do {
            _ = try await fetch(.direct(clientId: service))
            Issue.record("the refusal was not thrown")
        } catch let error as XignSdkError {
            #expect(error.errorCode == code)
            #expect("\(error)".contains(advice))
        }
    }

    func lies(bend: @escaping @Sendable (inout Start.Response) -> Void) async throws {
        let data = try await fetch(.direct(clientId: service))
        manager.state.withLock { $0.bendStart = bend }
        let refusal = await code { _ = try await device.start(data) }
        #expect(refusal == .consentMismatch)
    }

    func secrecy() async throws {
        let login = try await logIn(.direct(clientId: service))
        var reflected = ""
        dump(login, to: &reflected)
        #expect(!reflected.contains(Base64URL.encode(manager.sessionToken.bytes)))
        #expect("\(login)" == "ServiceLoginResult(Canteen)")
        let result = try await device.sdk.authenticator.fetchAuthorizationCode(login)
        reflected = ""
        dump(result, to: &reflected)
        #expect(!"\(result) \(reflected)".contains("code-of-"))
    }
}
