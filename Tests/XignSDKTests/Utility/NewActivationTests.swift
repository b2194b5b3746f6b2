import Foundation
import Testing
import XignCrypto
import XignProtocol
import XignSDKTesting

@testable import XignSDK

struct NewActivationTests {
    @Test("a further activation", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(await Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "is made with a drawn id and secret, of which the manager gets the hash and the proof of the PIN", makes),
        TestCase("has no name unless one is set", noAlias),
        TestCase("needs a PIN", noPin),
        TestCase("cannot be mailed: nothing is sent or spent, and the data can be shown instead", mail),
        TestCase(
            "has a name that can be shown", badAlias,
            each: ["", " ", "tab\u{202E}let", String(repeating: "x", count: 257)]),
        TestCase("whose request or answer got lost is requested again with the same body", lost, each: [true, false]),
        TestCase("is not requested again with another PIN", otherPin),
        TestCase("whose app was terminated is requested anew", terminated),
        TestCase("is refused where there are too many", refused),
    ]

    let manager: TestManager
    let device: TestDevice

    init() async throws {
        manager = try TestManager()
        device = try await TestDevice.personalized(at: manager)
    }

    private func access(pin: String = "730164") async throws -> ApiAccessRequestNewActivationData {
        let access = try await device.newActivationAccess()
        try #require(access.pinSpec.setPin(pin) == .valid)
        return access
    }

    private func finish(_ access: ApiAccessRequestNewActivationData) async throws -> String {
        try await device.personalizer.finishRequestNewActivationData(access)
    }

    private var issued: KeyChangeStatement.NewActivation? {
        manager.state.withLock {
            guard case .newActivation(let activation) = $0.utility.changes.last?.change else { return nil }
            return activation
        }
    }

    func makes() async throws {
        let access = try await access()
        access.alias = " tablet "
        #expect(access.expiresAt == nil)
        #expect(access.link == nil)
        let pid = try InitializationPayload(parsing: await finish(access))
        let issued = try #require(issued)
        #expect(pid.process == .personalization(issued.id))
        #expect(pid.origin == manager.origin)
        #expect(issued.secretHash == Array(SHA256.hash(data: pid.secret.bytes)))
        #expect(issued.alias == "tablet")
        let proof = try ActivationPINProof.compute(
            pin: #require(PIN("730164")), secret: pid.secret, activation: issued.id,
            stretching: TestManager.stretching)
        #expect(manager.state.withLock { $0.utility.issuedPINProof } == proof)
        #expect(access.expiresAt == manager.now().addingTimeInterval(600))
        #expect(access.link?.absoluteString == "https://app.example.org/a#\(pid.text)")
        #expect(await code { try await finish(access) } == .wrongOrder)
    }

    func noAlias() async throws {
        _ = try await finish(access())
        #expect(try #require(issued).alias == nil)
    }

    func noPin() async throws {
        let access = try await device.newActivationAccess()
        #expect(await code { try await finish(access) } == .pinMissing)
        #expect(access.pinSpec.setPin("123456") == .tooCommon)
        #expect(await code { try await finish(access) } == .pinMissing)
    }

    func mail() async throws {
        let access = try await access()
        access.shouldSendEmail = true
        #expect(await code { try await finish(access) } == .mailUnavailable)
        #expect(manager.requests(of: "finishUtility").isEmpty)
        #expect(access.pinSpec.isPinSet)
        access.shouldSendEmail = false
        _ = try await finish(access)
    }

    func badAlias(_ alias: String) async throws {
        let access = try await access()
        access.alias = alias
        #expect(await code { try await finish(access) } == .aliasInvalid)
        #expect(manager.requests(of: "finishUtility").isEmpty)
        access.alias = "tablet"
        _ = try await finish(access)
    }

    func lost(isAnswer: Bool) async throws {
        let access = try await access()
        manager.state.withLock {
            $0.lostRequests = isAnswer ? [] : [.finishUtility]
            $0.lostAnswers = isAnswer ? [.finishUtility] : []
        }
        #expect(await code { try await finish(access) } == .connectionFailed)
        #expect(!access.pinSpec.isPinSet)
        manager.state.withLock { ($0.lostRequests, $0.lostAnswers) = ([], []) }
        let pid = try InitializationPayload(parsing: await finish(access))
        #expect(pid.process == .personalization(try #require(issued).id))
        #expect(Set(manager.state.withLock { $0.utility.bodies }).count == 1)
    }

    func otherPin() async throws {
        let access = try await access()
        manager.state.withLock { $0.lostAnswers = [.finishUtility] }
        #expect(await code { try await finish(access) } == .connectionFailed)
        manager.state.withLock { $0.lostAnswers = [] }
        try #require(access.pinSpec.setPin("518206") == .valid)
        #expect(await code { try await finish(access) } == .wrongOrder)
        try #require(access.pinSpec.setPin("730164") == .valid)
        _ = try await finish(access)
    }

    func terminated() async throws {
        let access = try await access()
        manager.state.withLock { $0.lostRequests = [.finishUtility] }
        #expect(await code { try await finish(access) } == .connectionFailed)
        manager.state.withLock { $0.lostRequests = [] }
        let restarted = try device.restarted()
        let again = try await restarted.newActivationAccess()
        try #require(again.pinSpec.setPin("730164") == .valid)
        _ = try await restarted.personalizer.finishRequestNewActivationData(again)
    }

    func refused() async throws {
        manager.state.withLock { $0.refusals = [.startUtility: ProtocolError(.notAllowed)] }
        #expect(await code { try await device.begin(.newActivation) } == .notAllowed)
    }
}
