import Foundation
import Testing
import XignProtocol
import XignSDKTesting

@testable import XignSDK

struct SameDeviceTests {
    @Test("a login that a link on this device began", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(await Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("the way back leads to the pinned manager, with the secret where no server is sent it", returnURL),
        TestCase(
            "without a secret, or with one of another length, there is no way back and the answer is refused",
            unusableSecret, each: [0, 31, 33]),
        TestCase(
            "a session of another channel is not started", otherChannel, each: [Channel.crossDevice, .inApp, .api]),
        TestCase(
            "a statement of another channel is not signed", otherStatement, each: [Channel.crossDevice, .inApp, .api]),
        TestCase("after a scanned code there is no way back, whatever the manager answers", scanned),
    ]

    let manager: TestManager
    let device: TestDevice
    let secret = SecretOctets([UInt8](repeating: 0xFB, count: 32))

    init() async throws {
        manager = try TestManager()
        device = try await TestDevice.personalized(at: manager)
        manager.state.withLock { [secret] in
            $0.login.channel = .sameDevice
            $0.returnSecret = secret
        }
    }

    private func start() async throws -> AuthenticateRequest {
        let pid = InitializationPayload(
            .authenticationByLink(manager.session), secret: manager.qrSecret, origin: manager.origin)
        let link = InitializationLink.appLink(pid, at: try #require(ManagerOrigin("https://app.example.org")))
        guard
            case .authentication(let data) = try await device.sdk.xignCommon.parseProcessInitializationData(
                data: link, source: .opened)
        else { throw UnexpectedAnswer() }
        return try await device.sdk.authenticator.startAuthentication(data: data)
    }

    private func logIn() async throws -> UserLoginResult {
        guard case .userLogin(let result) = try await device.finish(device.prepare(start()), pin: "482915") else {
            throw UnexpectedAnswer()
        }
        return result
    }

    func returnURL() async throws {
        let result = try await logIn()
        #expect(
            result.returnURL?.absoluteString
                == "https://login.example.org/return#" + Base64URL.encode(secret.bytes))
        #expect(!"\(result)".contains(Base64URL.encode(secret.bytes)))
    }

    func unusableSecret(length: Int) async throws {
        manager.state.withLock {
            $0.returnSecret = length == 0 ? nil : SecretOctets([UInt8](repeating: 1, count: length))
        }
        #expect(await code { try await logIn() } == .responseInvalid)
    }

    func otherChannel(channel: Channel) async throws {
        manager.state.withLock { $0.login.channel = channel }
        #expect(await code { try await start() } == .consentMismatch)
    }

    func otherStatement(channel: Channel) async throws {
        manager.state.withLock { $0.bendStatement = { $0.channel = channel } }
        let request = try await start()
        #expect(await code { try await device.prepare(request) } == .consentMismatch)
    }

    func scanned() async throws {
        manager.state.withLock { $0.login.channel = .crossDevice }
        guard
            case .userLogin(let result) = try await device.finish(device.prepare(device.start()), pin: "482915")
        else { throw UnexpectedAnswer() }
        #expect(result.returnURL == nil)
    }
}
