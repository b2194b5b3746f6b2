import Testing
import XignSDKTesting

@testable import XignSDK

struct KnownLockoutTests {
    @Test("a lockout after a wrong PIN, where only one of the device's clocks moves", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(await Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("runs on where the user sets the time ahead, and nothing is sent", setAhead),
        TestCase("is over when its time has passed, also where the user has set the time back", setBack),
    ]

    let manager: TestManager
    let device: TestDevice
    /// Has the monotonic clock. The other one is the manager's.
    let transport: FailingTransport
    /// Signed again after a wrong PIN.
    let information: AuthenticationUserInformation

    init() async throws {
        manager = try TestManager()
        transport = FailingTransport([], before: manager)
        let folder = try await TestDevice.personalized(at: manager).folder
        device = try TestDevice(manager, folder: folder, transport: transport)
        let first = try await device.prepare(device.start())
        guard case .lockout(_, let again) = try await device.finish(first, pin: "111222") else {
            throw UnexpectedAnswer()
        }
        try await again.sign(factor: DeviceFactor())
        try await again.sign(factor: PinFactor("482915"))
        information = again
    }

    func setAhead() async throws {
        manager.wait(seconds: 3600)
        let early = try await device.sdk.authenticator.finishAuthentication(userInfo: information)
        guard case .lockout(let rest, _) = early else { throw UnexpectedAnswer() }
        #expect(rest.lockedUntil == manager.now().addingTimeInterval(30))
        #expect(manager.requests(of: "finish").count == 1)
    }

    func setBack() async throws {
        transport.wait(.seconds(30))
        guard case .userLogin = try await device.sdk.authenticator.finishAuthentication(userInfo: information) else {
            throw UnexpectedAnswer()
        }
    }
}
