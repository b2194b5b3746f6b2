import Testing
import XignDomain
import XignProtocol

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignSDK
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

struct DisabledAccountTests {
    @Test("An account that the operator has disabled", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("its device is told so, keeps the activation, and logs in again once the account is enabled", device),
        TestCase(
            "every step of a login is refused, nothing is counted, and the device still learns that it is activated",
            steps),
        TestCase(
            "its device can give the activation up, which has ended when the account is enabled again", revocation),
        TestCase("after its device has revoked the activation, its key is good for nothing more", revokedKey),
        TestCase(
            "whoever cannot prove to be its device is not told that it is disabled, and revokes nothing", strangers),
    ]

    let manager: TestManager

    init() throws { manager = try TestManager() }

    private func setActive(_ isActive: Bool) throws {
        _ = try Apply(manager.context)(Array("users: [{name: ada, active: \(isActive)}]".utf8))
    }

    private func refusal(_ body: () throws -> Void) -> ProtocolErrorCode? {
        do {
            try body()
            return nil
        } catch { return (error as? ProtocolError)?.error }
    }

    func device() async throws {
        let device = try await TestDevice.activated(manager)
        try setActive(false)
        let browser = try TestBrowser(manager)
        let error = await #expect(throws: XignSdkError.self) { try await device.start(try browser.qrCode) }
        #expect(error?.errorCode == .accountDisabled)
        #expect(error?.message.contains("Keep the activation") == true)
        try setActive(true)
        guard case .userLogin = try await device.logIn(try TestBrowser(manager)) else {
            throw TestFailure(what: "not logged in")
        }
    }

    func steps() throws {
        let device = try RawDevice(manager)
        let (started, prepared) = (try TestBrowser(manager), try TestBrowser(manager))
        let start = try device.start(started)
        let statement = try device.prepare(prepared)
        try setActive(false)
        #expect(refusal { _ = try device.start(try TestBrowser(manager)) } == .accountDisabled)
        #expect(refusal { _ = try device.prepare(started, start, [:]) } == .accountDisabled)
        #expect(refusal { _ = try device.finish(statement, wrongPIN: true) } == .accountDisabled)
        #expect(try device.call(Status.self, .init(activationId: device.activation), proven: true).userName == "ada")
        try setActive(true)
        #expect(try device.finish(statement).result?.outcome == .userLogin)
        #expect(try !manager.auditKinds.contains(.loginRefused))
    }

    func revocation() async throws {
        let device = try await TestDevice.activated(manager)
        try setActive(false)
        let result = try await device.sdk.personalizer.depersonalizeIdentityManager(
            idmIdentifier: manager.issuer.idmIdentifier)
        #expect(result == .revoked)
        #expect(try manager.auditKinds.contains(.activationRevoked))
        try setActive(true)
        let error = await #expect(throws: XignSdkError.self) { try await device.start(try TestBrowser(manager).qrCode) }
        #expect(error?.errorCode == .notPersonalized)
    }

    func revokedKey() throws {
        let device = try RawDevice(manager)
        try setActive(false)
        _ = try device.call(Revoke.self, .init(activationId: device.activation), proven: true)
        try setActive(true)
        #expect(
            refusal { _ = try device.call(Status.self, .init(activationId: device.activation), proven: true) }
                == .activationUnknown)
    }

    func strangers() throws {
        let device = try RawDevice(manager)
        try setActive(false)
        #expect(
            refusal { _ = try device.call(Status.self, .init(activationId: device.activation), proven: false) }
                == .activationUnknown)
        #expect(
            refusal { _ = try device.call(Revoke.self, .init(activationId: device.activation), proven: false) }
                == .activationUnknown)
        #expect(try device.call(Status.self, .init(activationId: device.activation), proven: true).userName == "ada")
    }
}
