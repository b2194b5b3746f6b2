import Foundation
import Testing
import XignProtocol
import XignSDKTesting

@testable import XignSDK

struct ChangePinTests {
    @Test("a change of the PIN", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(await Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("makes the new PIN valid and the old one wrong, once", changes),
        TestCase("is signed by the device and the new PIN, for the statement that was confirmed", statement),
        TestCase("needs a PIN within the manager's requirements", requirements),
        TestCase("to the present PIN is refused before anything is sent, and another PIN can be set", samePin),
        TestCase(
            "whose request or answer got lost is repeated with the same body, and without the PIN", lost,
            each: [true, false]),
        TestCase("without an answer is told at the next start, until the manager has answered again", unanswered),
        TestCase(
            "without an answer stays told after a refusal that says nothing of the earlier request", unsettled,
            each: [.tooManyRequests, .internalError, .unauthenticated]),
        TestCase("goes on after a lost request or answer at each step", lostStep, each: steps, [true, false]),
        TestCase("is repeated with the same body to a new key of the manager", newEncryptionKey),
        TestCase("is repeated if the same PIN is set again, and not with another PIN", otherPin),
        TestCase("is sent by one call at a time", concurrent),
        TestCase("of an app that was terminated can begin again, before and after the manager's change", terminated),
        TestCase(
            "that is refused says why", refused,
            each: [
                (ProtocolErrorCode.grantExpired, XignSdkErrorCode.grantExpired), (.grantSpent, .grantSpent),
                (.grantMismatch, .grantMismatch), (.samePin, .samePin), (.unauthenticated, .sessionEnded),
                (.enrolmentRefused, .enrolmentRejected), (.activationUnknown, .activationUnknown),
            ]),
        TestCase("by a device whose activation was given up in the meantime fails", givenUp),
        TestCase("hides its grant in descriptions and dumps", description),
    ]

    let manager: TestManager
    let device: TestDevice

    init() async throws {
        manager = try TestManager()
        device = try await TestDevice.personalized(at: manager)
    }

    private func finish(_ access: ApiAccessChangePin) async -> XignSdkErrorCode? {
        await code { try await device.personalizer.finishChangePin(request: access) }
    }

    private func access(newPin: String = "730164") async throws -> ApiAccessChangePin {
        let access = try await device.changePinAccess()
        try #require(access.pinSpec.setPin(newPin) == .valid)
        return access
    }

    private var bodies: [[UInt8]] { manager.state.withLock { $0.utility.bodies } }

    func unanswered() async throws {
        let access = try await access()
        #expect(try device.personalizer.unansweredChanges.isEmpty)
        manager.state.withLock { $0.lostAnswers = [.finishUtility] }
        #expect(await finish(access) == .connectionFailed)
        let restarted = try device.restarted()
        let change = UnansweredChange(idmIdentifier: manager.idm, kind: .changePin)
        #expect(try restarted.personalizer.unansweredChanges == [change])
        #expect(try await !restarted.logsIn(pin: "482915"))
        #expect(try restarted.personalizer.unansweredChanges == [change])
        #expect(try await restarted.logsIn(pin: "730164"))
        #expect(try restarted.personalizer.unansweredChanges.isEmpty)
    }

    func unsettled(_ code: ProtocolErrorCode) async throws {
        let access = try await access()
        manager.state.withLock { $0.lostAnswers = [.finishUtility] }
        #expect(await finish(access) == .connectionFailed)
        manager.state.withLock { ($0.lostAnswers, $0.refusals[.finishUtility]) = ([], ProtocolError(code)) }
        #expect(await finish(access) != nil)
        #expect(try device.restarted().personalizer.unansweredChanges.map(\.kind) == [.changePin])
    }

    func changes() async throws {
        let access = try await access()
        #expect(access.idmIdentifier == manager.idm)
        #expect(await finish(access) == nil)
        #expect(try await device.logsIn(pin: "730164"))
        #expect(try await !device.logsIn(pin: "482915"))
        #expect(await finish(access) == .wrongOrder)
    }

    func statement() async throws {
        let access = try await access()
        #expect(await finish(access) == nil)
        let changes = manager.state.withLock { $0.utility.changes }
        #expect(changes.map(\.purpose) == [.changePin])
        #expect(changes.first?.key == manager.state.withLock { $0.enrolled.first { $0.factor == .pin } })
    }

    func requirements() async throws {
        manager.state.withLock { $0.utility.pinPolicy = PINPolicy(minimumLength: 8, maximumLength: 10) }
        let access = try await device.changePinAccess()
        #expect(access.pinSpec.minLength == 8)
        #expect(access.pinSpec.maxLength == 10)
        #expect(access.pinSpec.setPin("7301645") == .tooShort)
        #expect(access.pinSpec.setPin("73016450918") == .tooLong)
        #expect(access.pinSpec.setPin("7301645x") == .invalidCharacter)
        #expect(access.pinSpec.setPin("11111111") == .tooCommon)
        #expect(access.pinSpec.setPin(nil) == .empty)
        #expect(await finish(access) == .pinMissing)
        #expect(bodies.isEmpty)
    }

    func samePin() async throws {
        let access = try await access(newPin: "482915")
        #expect(await finish(access) == .samePin)
        #expect(bodies.isEmpty)
        #expect(!access.pinSpec.isPinSet)
        #expect(access.pinSpec.setPin("730164") == .valid)
        #expect(await finish(access) == nil)
        #expect(try await device.logsIn(pin: "730164"))
    }

    func lost(isAnswer: Bool) async throws {
        let access = try await access()
        manager.state.withLock {
            $0.lostRequests = isAnswer ? [] : [.finishUtility]
            $0.lostAnswers = isAnswer ? [.finishUtility] : []
        }
        #expect(await finish(access) == .connectionFailed)
        #expect(!access.pinSpec.isPinSet)
        manager.state.withLock { ($0.lostRequests, $0.lostAnswers) = ([], []) }
        #expect(await finish(access) == nil)
        #expect(Set(bodies).count == 1)
        #expect(try await device.logsIn(pin: "730164"))
    }

    static let steps: [DeviceOperationName] = [.startUtility, .start, .prepare, .finish]

    func lostStep(_ operation: DeviceOperationName, isAnswer: Bool) async throws {
        /// Loses the step's message once if it is the lost one, then repeats the step.
        func step<T>(_ name: DeviceOperationName, _ body: () async throws -> T) async throws -> T {
            if name == operation {
                manager.state.withLock {
                    $0.lostRequests = isAnswer ? [] : [name]
                    $0.lostAnswers = isAnswer ? [name] : []
                }
                #expect(await code(of: body) == .connectionFailed)
                manager.state.withLock { ($0.lostRequests, $0.lostAnswers) = ([], []) }
            }
            return try await body()
        }
        let data = try await step(.startUtility) { try await device.begin(.changePin) }
        let request = try await step(.start) { try await device.start(data) }
        let information = try await step(.prepare) { try await device.prepare(request) }
        let result = try await step(.finish) { try await device.finish(information, pin: "482915") }
        guard case .apiAccessChangePin(let access) = result else { throw UnexpectedAnswer() }
        try #require(access.pinSpec.setPin("730164") == .valid)
        #expect(await finish(access) == nil)
    }

    func newEncryptionKey() async throws {
        let access = try await access()
        manager.state.withLock { $0.lostAnswers = [.finishUtility] }
        #expect(await finish(access) == .connectionFailed)
        manager.state.withLock { $0.lostAnswers = [] }
        try manager.rotate()
        #expect(await finish(access) == nil)
        #expect(Set(bodies).count == 1)
    }

    func otherPin() async throws {
        let access = try await access()
        manager.state.withLock { $0.lostAnswers = [.finishUtility] }
        #expect(await finish(access) == .connectionFailed)
        manager.state.withLock { $0.lostAnswers = [] }
        try #require(access.pinSpec.setPin("518206") == .valid)
        let sent = bodies.count
        #expect(await finish(access) == .wrongOrder)
        #expect(bodies.count == sent)
        try #require(access.pinSpec.setPin("730164") == .valid)
        #expect(await finish(access) == nil)
        #expect(try await device.logsIn(pin: "730164"))
    }

    func concurrent() async throws {
        let access = try await access()
        let gate = Gate()
        manager.state.withLock { $0.heldRequests = [.finishUtility: gate] }
        async let first = finish(access)
        await gate.arrival()
        #expect(await finish(access) == .wrongOrder)
        gate.open()
        #expect(await first == nil)
    }

    func terminated() async throws {
        _ = try await access()
        let second = try device.restarted()
        let access = try await second.changePinAccess()
        try #require(access.pinSpec.setPin("730164") == .valid)
        manager.state.withLock { $0.lostAnswers = [.finishUtility] }
        #expect(await code { try await second.personalizer.finishChangePin(request: access) } == .connectionFailed)
        manager.state.withLock { $0.lostAnswers = [] }
        let third = try device.restarted()
        #expect(try await third.logsIn(pin: "730164"))
        _ = try await third.changePinAccess(pin: "730164")
    }

    func refused(_ refusal: ProtocolErrorCode, _ expected: XignSdkErrorCode) async throws {
        let access = try await access()
        manager.state.withLock { $0.refusals = [.finishUtility: ProtocolError(refusal)] }
        #expect(await finish(access) == expected)
    }

    func givenUp() async throws {
        let access = try await access()
        try await device.personalizer.depersonalizeIdentityManager(idmIdentifier: manager.idm)
        #expect(await finish(access) == .keyUnavailable)
    }

    func description() async throws {
        let access = try await access()
        let secret = try #require(manager.state.withLock { $0.utility.grant }).secret
        var text = "\(AuthenticationResult.apiAccessChangePin(access)) \(access)"
        dump(access, to: &text, maxDepth: 12)
        #expect(!text.contains(Base64URL.encode(secret.bytes)))
        #expect(!text.contains("\(secret.bytes)".dropFirst().dropLast()))
        #expect(!text.contains("730164"))
    }
}
