import Foundation
import Synchronization
import Testing
import XignProtocol
import XignSDKTesting

@testable import XignSDK

struct ConcurrentPersonalizationTests {
    @Test("personalization beside other flows", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("a login that finds the keys on their way to the manager leaves them alone", loginBesideEnrolment),
        TestCase(
            "of two attempts at one activation, the later ends the earlier, whose request the manager refuses when it comes",
            laterAttemptWins),
        TestCase(
            "of two attempts at one activation, one that the manager has already accepted counts, and the other is told",
            acceptedAttemptWins),
        TestCase(
            "many attempts at one activation at once: whatever comes first, the device has the keys that the manager has",
            manyAttempts),
        TestCase(
            "a retry with another PIN that finds the activation made says that the earlier PIN counts",
            retryWithAnotherPIN),
        TestCase(
            "a retry with the same PIN succeeds, also where a login has learnt of the success before", retryAfterLogin),
        TestCase(
            "after two PINs were sent, a retry with either of them says that the other may count", retryAfterTwoPINs),
        TestCase(
            "a retry with another PIN, where the first never arrived, activates with that PIN", retryOfLostRequest),
        TestCase("a success that comes late overwrites no other activation's record", lateSuccess),
        TestCase(
            "giving up an activation that is on its way is said to be forgotten here, and it is not made afterwards",
            depersonalizeBesideEnrolment),
        TestCase("giving up a pending activation that the manager has revokes it", depersonalizeAfterLostAnswer),
        TestCase("a pending activation of a version that kept no token is replaced", recordWithoutToken),
        TestCase(
            "a pending activation whose keys are gone is forgotten, and the app starts without an alarm",
            pendingWithoutKeys),
        TestCase(
            "an app's log handler is called while nobody holds the home's lock, so it may call the SDK", logHandler),
        TestCase(
            "a home's lock excludes threads and other processes until it is released, and then lets them in", homeLock),
    ]

    let manager: TestManager
    let device: TestDevice
    /// A second device object on the same home, like another process.
    let other: TestDevice

    init() throws {
        manager = try TestManager()
        device = try TestDevice(manager)
        other = try TestDevice(manager, folder: device.folder)
    }

    /// Starts an attempt with its own PIN.
    private func attempt(_ device: TestDevice, pin: String) async throws -> PersonalizationRequest {
        let request = try await device.request()
        #expect(request.pinSpecification.setPin(pin) == .valid)
        return request
    }

    private func finish(_ device: TestDevice, _ request: PersonalizationRequest) async -> XignSdkErrorCode? {
        await code { try await device.sdk.personalizer.finishPersonalization(request: request) }
    }

    private func expectLogin(_ device: TestDevice, pin: String) async throws {
        let information = try await device.prepare(device.start())
        guard case .userLogin = try await device.finish(information, pin: pin) else { throw UnexpectedAnswer() }
    }

    func loginBesideEnrolment() async throws {
        let request = try await attempt(device, pin: "730164")
        let gate = Gate()
        manager.state.withLock { $0.heldRequests = [.personalizeFinish: gate] }
        async let finished = finish(device, request)
        await gate.arrival()
        #expect(await code { try await other.start() } == .notPersonalized)
        gate.open()
        #expect(await finished == nil)
        try await expectLogin(other, pin: "730164")
    }

    func laterAttemptWins() async throws {
        let first = try await attempt(device, pin: "730164")
        let second = try await attempt(other, pin: "518206")
        let gate = Gate()
        manager.state.withLock { $0.heldRequests = [.personalizeFinish: gate] }
        async let finished = finish(device, first)
        await gate.arrival()
        #expect(await finish(other, second) == nil)
        gate.open()
        #expect(await finished == .enrolmentRejected)
        try await expectLogin(device, pin: "518206")
    }

    func acceptedAttemptWins() async throws {
        let first = try await attempt(device, pin: "730164")
        let second = try await attempt(other, pin: "518206")
        let gate = Gate()
        manager.state.withLock { $0.heldAnswers = [.personalizeFinish: gate] }
        async let finished = finish(device, first)
        await gate.arrival()
        #expect(await finish(other, second) == .activatedByAnotherAttempt)
        gate.open()
        #expect(await finished == nil)
        try await expectLogin(other, pin: "730164")
    }

    func manyAttempts() async throws {
        for _ in 0..<10 {
            let manager = try TestManager()
            let devices = try [TestDevice(manager)].flatMap { try [$0, TestDevice(manager, folder: $0.folder)] }
            var requests: [(TestDevice, PersonalizationRequest)] = []
            for index in 0..<6 {
                let device = devices[index % 2]
                requests.append((device, try await attempt(device, pin: "73016\(index)")))
            }
            let outcomes = await withTaskGroup(of: XignSdkErrorCode?.self) { group in
                for (device, request) in requests { group.addTask { await finish(device, request) } }
                for device in devices { group.addTask { await code { try await device.start() } ?? .notPersonalized } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(manager.state.withLock { $0.enrolments } == 1)
            #expect(outcomes.count { $0 == nil } == 1)
            #expect(
                Set(outcomes.compactMap { $0 }).isSubset(of: [
                    .notPersonalized, .alreadyPersonalized, .enrolmentRejected, .activatedByAnotherAttempt,
                ]))
            for device in devices { _ = try await device.start() }
        }
    }

    func retryWithAnotherPIN() async throws {
        let request = try await attempt(device, pin: "730164")
        manager.state.withLock { $0.lostAnswers = [.personalizeFinish] }
        #expect(await finish(device, request) == .connectionFailed)
        manager.state.withLock { $0.lostAnswers = [] }
        #expect(request.pinSpecification.setPin("518206") == .valid)
        #expect(await finish(device, request) == .activatedByAnotherAttempt)
        try await expectLogin(device, pin: "730164")
    }

    func retryAfterLogin() async throws {
        let request = try await attempt(device, pin: "730164")
        manager.state.withLock { $0.lostAnswers = [.personalizeFinish] }
        #expect(await finish(device, request) == .connectionFailed)
        manager.state.withLock { $0.lostAnswers = [] }
        _ = try await other.start()
        #expect(await finish(device, request) == nil)
        #expect(await finish(device, request) == .alreadyPersonalized)
    }

    func retryAfterTwoPINs() async throws {
        let request = try await attempt(device, pin: "730164")
        manager.state.withLock { $0.lostRequests = [.personalizeFinish] }
        #expect(await finish(device, request) == .connectionFailed)
        manager.state.withLock { ($0.lostRequests, $0.lostAnswers) = ([], [.personalizeFinish]) }
        #expect(request.pinSpecification.setPin("518206") == .valid)
        #expect(await finish(device, request) == .connectionFailed)
        manager.state.withLock { $0.lostAnswers = [] }
        for pin in ["730164", "518206"] {
            #expect(request.pinSpecification.setPin(pin) == .valid)
            #expect(await finish(device, request) == .activatedByAnotherAttempt)
        }
        try await expectLogin(device, pin: "518206")
    }

    func retryOfLostRequest() async throws {
        let request = try await attempt(device, pin: "730164")
        manager.state.withLock { $0.lostRequests = [.personalizeFinish] }
        #expect(await finish(device, request) == .connectionFailed)
        manager.state.withLock { $0.lostRequests = [] }
        #expect(request.pinSpecification.setPin("518206") == .valid)
        #expect(await finish(device, request) == nil)
        try await expectLogin(device, pin: "518206")
    }

    func lateSuccess() async throws {
        let request = try await attempt(device, pin: "730164")
        let gate = Gate()
        manager.state.withLock { $0.heldAnswers = [.personalizeFinish: gate] }
        async let finished = finish(device, request)
        await gate.arrival()
        let successor = ActivationRecord(
            idmIdentifier: manager.idm, activationId: .random(), state: .active, userName: "alice", alias: "other",
            factors: [.device, .pin])
        let records = try other.sdk.personalizer.device.get().activations
        try records.change { try $0.write(successor) }
        gate.open()
        #expect(await finished == .activationUnknown)
        #expect(try records.record(at: manager.idm) == successor)
    }

    func depersonalizeBesideEnrolment() async throws {
        let request = try await attempt(device, pin: "730164")
        let gate = Gate()
        manager.state.withLock { $0.heldRequests = [.personalizeFinish: gate] }
        async let finished = finish(device, request)
        await gate.arrival()
        let result = try await other.sdk.personalizer.depersonalizeIdentityManager(idmIdentifier: manager.idm)
        #expect(result == .forgottenLocally)
        #expect(try device.folder.files().isEmpty)
        gate.open()
        #expect(await finished == .enrolmentRejected)
        #expect(manager.state.withLock { $0.enrolled.isEmpty })
    }

    func depersonalizeAfterLostAnswer() async throws {
        let request = try await attempt(device, pin: "730164")
        manager.state.withLock { $0.lostAnswers = [.personalizeFinish] }
        #expect(await finish(device, request) == .connectionFailed)
        let result = try await other.sdk.personalizer.depersonalizeIdentityManager(idmIdentifier: manager.idm)
        #expect(result == .revoked)
        #expect(manager.state.withLock { $0.revoked })
        #expect(try device.folder.files().isEmpty)
    }

    func recordWithoutToken() async throws {
        let request = try await attempt(device, pin: "730164")
        manager.state.withLock { $0.lostRequests = [.personalizeFinish] }
        #expect(await finish(device, request) == .connectionFailed)
        manager.state.withLock { $0.lostRequests = [] }
        let records = try device.sdk.personalizer.device.get().activations
        var record = try #require(try records.record(at: manager.idm))
        record.openTokenHash = nil
        try records.change { try $0.write(record) }
        try await other.personalize()
        _ = try await other.start()
    }

    func pendingWithoutKeys() async throws {
        let request = try await attempt(device, pin: "730164")
        manager.state.withLock { $0.lostRequests = [.personalizeFinish] }
        #expect(await finish(device, request) == .connectionFailed)
        manager.state.withLock { $0.lostRequests = [] }
        try FileManager.default.removeItem(at: device.folder.url.appendingPathComponent("keys"))
        let restarted = try TestDevice(manager, folder: device.folder)
        #expect(try device.folder.files().isEmpty)
        try await restarted.personalize()
    }

    /// Returns true if the lock of a home is free.
    private static func isFree(_ home: PrivateFolder) -> Bool {
        let descriptor = open(home.path + "/.lock", O_RDWR)
        defer { close(descriptor) }
        return flock(descriptor, LOCK_EX | LOCK_NB) == 0
    }

    func logHandler() async throws {
        let request = try await attempt(device, pin: "730164")
        manager.state.withLock { $0.lostAnswers = [.personalizeFinish] }
        #expect(await finish(device, request) == .connectionFailed)
        manager.state.withLock { $0.lostAnswers = [] }
        let home = try PrivateFolder(device.folder.url.appendingPathComponent("home").path)
        let calls = Mutex<[(message: String, isFree: Bool)]>([])
        let watched = try TestDevice(manager, folder: device.folder) { _, message in
            calls.withLock { $0.append((message, Self.isFree(home))) }
        }
        _ = try await watched.start()
        #expect(calls.withLock { $0.contains { $0.message.hasSuffix("had succeeded") } })
        #expect(calls.withLock { $0.filter { !$0.isFree }.map(\.message) } == [])
    }

    func homeLock() throws {
        let home = try PrivateFolder(device.folder.url.appendingPathComponent("home").path)
        func isFree() -> Bool { Self.isFree(home) }
        try HomeLock(of: home).withLock { #expect(!isFree()) }
        #expect(isFree())
        #expect(throws: UnexpectedAnswer.self) { try HomeLock(of: home).withLock { throw UnexpectedAnswer() } }
        #expect(isFree())
    }
}
