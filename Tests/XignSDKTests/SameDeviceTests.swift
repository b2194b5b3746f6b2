import Foundation
import Testing
import XignProtocol

@testable import XignSDK

@Suite("a login that a link on this device began")
struct SameDeviceTests {
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

    @Test("the way back leads to the pinned manager, with the secret where no server is sent it")
    func returnURL() async throws {
        let result = try await logIn()
        #expect(
            result.returnURL?.absoluteString
                == "https://login.example.org/return#" + Base64URL.encode(secret.bytes))
        #expect(!"\(result)".contains(Base64URL.encode(secret.bytes)))
    }

    @Test(
        "without a secret, or with one of another length, there is no way back and the answer is refused",
        arguments: [0, 31, 33])
    func unusableSecret(length: Int) async throws {
        manager.state.withLock {
            $0.returnSecret = length == 0 ? nil : SecretOctets([UInt8](repeating: 1, count: length))
        }
        #expect(await code { try await logIn() } == .responseInvalid)
    }

    @Test("a session of another channel is not started", arguments: [Channel.crossDevice, .inApp, .api])
    func otherChannel(channel: Channel) async throws {
        manager.state.withLock { $0.login.channel = channel }
        #expect(await code { try await start() } == .consentMismatch)
    }

    @Test("a statement of another channel is not signed", arguments: [Channel.crossDevice, .inApp, .api])
    func otherStatement(channel: Channel) async throws {
        manager.state.withLock { $0.bendStatement = { $0.channel = channel } }
        let request = try await start()
        #expect(await code { try await device.prepare(request) } == .consentMismatch)
    }

    @Test("after a scanned code there is no way back, whatever the manager answers")
    func scanned() async throws {
        manager.state.withLock { $0.login.channel = .crossDevice }
        guard
            case .userLogin(let result) = try await device.finish(device.prepare(device.start()), pin: "482915")
        else { throw UnexpectedAnswer() }
        #expect(result.returnURL == nil)
    }
}
