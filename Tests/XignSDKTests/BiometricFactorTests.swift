import Foundation
import Testing
import XignProtocol
import XignSDKTesting

@testable import XignSDK

struct BiometricFactorTests {
    @Test("the biometric factor", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(await Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("asks the user once, when it is created: to add it, and to log in", asksOnce),
        TestCase("is created by the blocking variant and by the event variant, too", variants),
        TestCase("is created by many calls at once, without a thread of the tasks waiting for the user", concurrent),
        TestCase("is not created without a gate, or without an activation", impossible),
        TestCase("is not created if the user is not recognized, and the next try succeeds", notRecognized),
        TestCase("fails with the gate's error as cause, if the gate is broken", broken),
        TestCase(
            "is not created after the enrolled biometrics have changed; the user is not asked, the PIN still logs in",
            changed),
        TestCase("leaves all combinations if none is possible after the change", noOtherCombination),
        TestCase("does not sign once the enrolled biometrics have changed", changedBeforeSigning),
        TestCase(
            "that fails to sign makes room for another combination, and no attempt is counted", failsToSign,
            each: [true, false]),
        TestCase(
            "whose key is lost while it is being added can be added anew after the end of the grant", lostWhilePending),
        TestCase("has no key after a depersonalization, and the next activation can add it", depersonalized),
        TestCase("has a key for each manager", managers),
    ]

    let manager: TestManager
    let gate = TestGate()
    let device: TestDevice

    init() async throws {
        manager = try TestManager()
        device = try await TestDevice.personalized(at: manager, gate: gate)
    }

    private func create() async throws -> BiometricFactor {
        try await device.sdk.xignCommon.createBiometricFactor(idmIdentifier: manager.idm, reason: "Log in")
    }

    private func add() async throws {
        try await device.personalizer.finishAddAuthenticationFactor(
            result: device.addFactorAccess(), factor: create())
    }

    /// Prepares a login with device and biometrics, or with device and PIN.
    private func prepare() async throws -> AuthenticationUserInformation {
        manager.state.withLock {
            $0.login = .init()
            $0.login.roles[0].alternatives = [[.biometric, .device], [.device, .pin]]
        }
        return try await device.prepare(device.start())
    }

    private func refuse(_ isRefusing: Bool = true) { gate.answer = isRefusing ? .no : .yes }
    private func changeBiometrics() { gate.state.withLock { $0.keys = [:] } }
    private var reasons: [String] { gate.state.withLock { $0.reasons } }

    private func finish(_ information: AuthenticationUserInformation) async throws -> AuthenticationResult {
        try await device.sdk.authenticator.finishAuthentication(userInfo: information)
    }

    func asksOnce() async throws {
        try await add()
        #expect(reasons == ["Log in"])
        let information = try await prepare()
        let factor = try await create()
        refuse()
        try await information.sign(factor: DeviceFactor())
        try await information.sign(factor: factor)
        guard case .userLogin = try await finish(information) else { throw UnexpectedAnswer() }
        #expect(reasons == ["Log in", "Log in"])
    }

    func variants() async throws {
        let (common, idm) = (device.sdk.xignCommon, manager.idm)
        try await add()
        let blocking = try await onThread {
            try common.createBiometricFactorSynchronous(idmIdentifier: idm, reason: "Log in")
        }
        #expect(blocking.type == .biometric)
        var events = common.events.makeAsyncIterator()
        try await onThread { common.createBiometricFactor(idmIdentifier: idm, reason: "Log in") }
        guard case .createBiometricFactor(.success(let factor)) = await events.next() else { throw UnexpectedAnswer() }
        #expect(factor.type == .biometric)
    }

    func concurrent() async throws {
        try await add()
        let created = try await withThrowingTaskGroup(of: BiometricFactor.self) { group in
            for _ in 0..<50 { group.addTask { try await create() } }
            return try await group.reduce(into: 0) { count, _ in count += 1 }
        }
        #expect(created == 50)
    }

    func impossible() async throws {
        let without = try device.restarted()
        #expect(
            await code {
                try await without.sdk.xignCommon.createBiometricFactor(idmIdentifier: manager.idm, reason: "Log in")
            } == .factorUnavailable)
        #expect(
            await code {
                try await device.sdk.xignCommon.createBiometricFactor(idmIdentifier: "other:443", reason: "Log in")
            } == .notPersonalized)
        #expect(reasons.isEmpty)
    }

    func notRecognized() async throws {
        try await add()
        refuse()
        #expect(await code { try await create() } == .userNotRecognized)
        refuse(false)
        #expect(await code { try await create() } == nil)
    }

    func broken() async throws {
        gate.state.withLock { $0.failure = .unusable("The sensor is broken.") }
        let access = try await device.addFactorAccess()
        let error = await #expect(throws: XignSdkError.self) { try await create() }
        #expect(error?.errorCode == .factorUnavailable)
        #expect(error?.underlying as? KeyStoreError == .unusable("The sensor is broken."))
        #expect(
            await code {
                try await device.personalizer.finishAddAuthenticationFactor(
                    result: access, factor: BiometricFactor(gate: gate))
            } == .factorUnavailable)
    }

    func changed() async throws {
        try await add()
        changeBiometrics()
        #expect(await code { try await create() } == .biometricsChanged)
        #expect(reasons.count == 1)
        let information = try await prepare()
        #expect(information.requestedAuthenticators == [[.device, .pin]])
        guard case .userLogin = try await device.finish(information, pin: "482915") else { throw UnexpectedAnswer() }
    }

    func noOtherCombination() async throws {
        try await add()
        changeBiometrics()
        manager.state.withLock {
            $0.login = .init()
            $0.login.roles[0].alternatives = [[.biometric, .device]]
        }
        #expect(try await device.prepare(device.start()).requestedAuthenticators == [[.biometric, .device]])
    }

    func changedBeforeSigning() async throws {
        try await add()
        let (information, factor) = (try await prepare(), try await create())
        changeBiometrics()
        #expect(await code { try await information.sign(factor: factor) } == .biometricsChanged)
        guard case .userLogin = try await device.finish(information, pin: "482915") else { throw UnexpectedAnswer() }
    }

    func failsToSign(isChange: Bool) async throws {
        try await add()
        let information = try await prepare()
        try await information.sign(factor: DeviceFactor())
        try await information.sign(factor: BiometricFactor(gate: gate))
        if isChange { changeBiometrics() }
        refuse()
        let finished = manager.requests(of: "finish").count
        #expect(await code { try await finish(information) } == (isChange ? .biometricsChanged : .userNotRecognized))
        #expect(manager.requests(of: "finish").count == finished)
        try await information.sign(factor: PinFactor("482915"))
        guard case .userLogin = try await finish(information) else { throw UnexpectedAnswer() }
    }

    func lostWhilePending() async throws {
        let access = try await device.addFactorAccess()
        refuse()
        #expect(
            await code {
                try await device.personalizer.finishAddAuthenticationFactor(
                    result: access, factor: BiometricFactor(gate: gate))
            } == .userNotRecognized)
        refuse(false)
        changeBiometrics()
        #expect(await code { try await create() } == .biometricsChanged)
        manager.state.withLock { $0.now += 301 }
        try await add()
        #expect(gate.state.withLock { $0.created } == 2)
        #expect(try device.personalizer.personalizations.map(\.authenticators) == [[.biometric, .device, .pin]])
    }

    func depersonalized() async throws {
        try await add()
        try await device.personalizer.depersonalizeIdentityManager(idmIdentifier: manager.idm)
        #expect(gate.state.withLock { $0.keys.isEmpty })
        #expect(await code { try await create() } == .notPersonalized)
    }

    func managers() async throws {
        try await add()
        let other = try TestManager("https://other.example.org")
        let second = try TestDevice(other, gate: gate)
        try await second.personalize()
        try await second.personalizer.finishAddAuthenticationFactor(
            result: second.addFactorAccess(), factor: BiometricFactor(gate: gate))
        #expect(gate.state.withLock { $0.keys.count } == 2)
        try await device.personalizer.depersonalizeIdentityManager(idmIdentifier: manager.idm)
        #expect(gate.state.withLock { $0.keys.count } == 1)
        #expect(
            await code {
                try await second.sdk.xignCommon.createBiometricFactor(idmIdentifier: other.idm, reason: "Log in")
            } == nil)
    }
}
