import Testing
import XignCrypto
import XignSDKTesting

@testable import XignSDK

/// A request that is refused without a seal, since the manager does not know the key: three causes are told apart. See
/// `KeyMaterialsTests` for a database that was put back.
struct OtherManagerTests {
    @Test("a manager that does not know the key", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(await Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("is told apart from an outage where another manager answers", otherManager),
        TestCase("leaves the first answer's status where it has no key material", noKeyMaterial),
    ]

    let manager: TestManager
    let device: TestDevice

    init() async throws {
        manager = try TestManager()
        device = try await TestDevice.personalized(at: manager)
    }

    func otherManager() async throws {
        try manager.rotate(signedBy: [Curve25519.Signing.PrivateKey()])
        let error = await #expect(throws: XignSdkError.self) { try await device.start() }
        #expect(error?.errorCode == .keyMaterialInvalid)
        #expect(error?.message.contains("another manager answers") == true)
    }

    func noKeyMaterial() async throws {
        try manager.rotate()
        manager.state.withLock {
            $0.web = { $0.url.lastPathComponent == "key-material" ? TransportResponse(status: 404) : nil }
        }
        let error = await #expect(throws: XignSdkHttpError.self) { try await device.start() }
        #expect(error?.httpStatus == 409)
    }
}
