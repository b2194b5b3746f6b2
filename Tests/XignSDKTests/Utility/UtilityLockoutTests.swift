import Foundation
import Testing
import XignProtocol
import XignSDKTesting

@testable import XignSDK

struct UtilityLockoutTests {
    @Test("lockouts in utility processes", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(await Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "after a wrong PIN the returned object is signed again, and the process goes on", attempt,
            each: BegunProcess.allCases),
        TestCase(
            "a change after a lockout is tied to the statement that was confirmed in the end", consentAfterLockout),
        TestCase("a lockout that outlives the process cannot be resumed", outlived),
        TestCase(
            "a running lockout ends every process at its beginning, and says until when", pendingAtBeginning,
            each: BegunProcess.allCases),
        TestCase(
            "a running lockout ends a process in the middle", pendingInTheMiddle,
            each: [DeviceOperationName.start, .prepare, .finish]),
        TestCase("a running lockout is said where a grant is used, a name or a list is asked for", pendingAtTheEnd),
        TestCase("a permanent lockout says that waiting does not help", permanent),
        TestCase(
            "in personalization a running lockout is an error, and after an attempt the same data are tried again",
            personalization),
        TestCase("the moment of the next try is said where the manager names it", retryAt),
    ]

    let manager: TestManager
    let device: TestDevice

    init() async throws {
        manager = try TestManager()
        device = try await TestDevice.personalized(at: manager, gate: TestGate())
    }

    func attempt(_ process: BegunProcess) async throws {
        let result = try await device.authenticate(device.begin(process), pin: "111222")
        guard case .lockout(let lockout, let again) = result else { throw UnexpectedAnswer() }
        #expect(lockout.canResume)
        #expect(lockout.lockedUntil == manager.now().addingTimeInterval(30))
        switch (process, try await device.finish(again, pin: "482915")) {
        case (.addFactor, .apiAccessAddFactor), (.changePin, .apiAccessChangePin), (.delete, .apiAccessDelete),
            (.newActivation, .apiAccessRequestNewActivationData), (.revoke, .userLogin):
            break
        default: throw UnexpectedAnswer()
        }
    }

    func consentAfterLockout() async throws {
        let result = try await device.authenticate(device.begin(.changePin), pin: "111222")
        guard case .lockout(_, let again) = result,
            case .apiAccessChangePin(let access) = try await device.finish(again, pin: "482915")
        else { throw UnexpectedAnswer() }
        try #require(access.pinSpec.setPin("730164") == .valid)
        try await device.personalizer.finishChangePin(request: access)
        #expect(try await device.logsIn(pin: "730164"))
    }

    func outlived() async throws {
        manager.state.withLock { $0.lockout = .endingLogin }
        let result = try await device.authenticate(device.begin(.delete), pin: "111222")
        guard case .lockout(let lockout, let again) = result else { throw UnexpectedAnswer() }
        #expect(!lockout.canResume)
        #expect(await code { try await again.sign(factor: DeviceFactor()) } == .sessionEnded)
    }

    /// The error of a flow that a running lockout has ended.
    private func lockout(_ body: () async throws -> Void) async throws -> XignSdkLockoutError? {
        do {
            try await body()
            return nil
        } catch let error as XignSdkLockoutError { return error }
    }

    private func lock(_ operation: DeviceOperationName, isPermanent: Bool = false) {
        let lockout = Lockout(
            retryAfterSeconds: isPermanent ? nil : 60, lockedUntil: isPermanent ? nil : 9, isPermanent: isPermanent)
        manager.state.withLock { $0.refusals = [operation: ProtocolError(.lockedOut, lockout: lockout)] }
    }

    func pendingAtBeginning(_ process: BegunProcess) async throws {
        manager.state.withLock { $0.otherActivations = [BegunProcess.target] }
        lock(.startUtility)
        let error = try await lockout { _ = try await device.begin(process) }
        #expect(error?.information.lockedUntil == manager.now().addingTimeInterval(60))
        #expect(error?.information.isPermanent == false)
    }

    func pendingInTheMiddle(_ operation: DeviceOperationName) async throws {
        let data = try await device.begin(.changePin)
        lock(operation)
        #expect(try await lockout { _ = try await device.authenticate(data) } != nil)
    }

    func pendingAtTheEnd() async throws {
        let access = try await device.deletionAccess()
        lock(.finishUtility)
        #expect(try await lockout { try await device.personalizer.finishDeletion(request: access) } != nil)
        lock(.list)
        #expect(
            try await lockout { _ = try await device.personalizer.fetchActivations(idmIdentifier: manager.idm) } != nil)
        lock(.rename)
        #expect(
            try await lockout {
                try await device.personalizer.renameActivation(idmIdentifier: manager.idm, alias: "phone")
            } != nil)
    }

    func permanent() async throws {
        lock(.startUtility, isPermanent: true)
        let error = try await lockout { _ = try await device.begin(.changePin) }
        #expect(error?.information.isPermanent == true)
        #expect(error?.information.lockedUntil == .distantFuture)
    }

    func personalization() async throws {
        let manager = try TestManager()
        let fresh = try TestDevice(manager)
        let lockout = Lockout(retryAfterSeconds: 60, lockedUntil: 9, isPermanent: false)
        manager.state.withLock { $0.refusals = [.open: ProtocolError(.lockedOut, lockout: lockout)] }
        let error = try await self.lockout { _ = try await fresh.decrypt(pin: "482915") }
        #expect(error?.information.lockedUntil == manager.now().addingTimeInterval(60))
        manager.state.withLock { $0.refusals = [:] }
        guard case .lockout(let information, let data) = try await fresh.decrypt(pin: "111222") else {
            throw UnexpectedAnswer()
        }
        #expect(information.canResume)
        let again = try await fresh.personalizer.decryptPersonalizationInitializationData(data: data, pin: "482915")
        guard case .personalize = again else { throw UnexpectedAnswer() }
    }

    func retryAt() async throws {
        manager.state.withLock {
            $0.refusals = [.startUtility: ProtocolError(.coolDown, retryAfterSeconds: 3600)]
        }
        do {
            _ = try await device.begin(.delete)
            Issue.record("a process began during the cool-down")
        } catch let error as XignSdkError {
            #expect(error.errorCode == .coolDown)
            #expect(error.retryAt == manager.now().addingTimeInterval(3600))
        }
    }
}
