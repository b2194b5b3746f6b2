import Foundation
import Testing
import XignProtocol
import XignSDKTesting

@testable import XignSDK

struct AddFactorTests {
    @Test("the addition of a factor", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(await Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("lets the user log in with it", adds),
        TestCase("is counted among the possible combinations where device and activation have it", combinations),
        TestCase("is refused before the user authenticates, if the activation has the factor", alreadyAdded),
        TestCase("is refused before the user authenticates, if the device cannot have the factor", unsupported),
        TestCase("of another type than was granted is refused before anything is sent", otherType),
        TestCase("waits until the gate has recognized the user", notRecognized),
        TestCase("whose request or answer got lost is repeated with the same body", lost, each: [true, false]),
        TestCase(
            "that the manager has made is found by the next flow after the app was terminated", terminatedAfterChange),
        TestCase("that never arrived is given up after the end of its grant, and not before", terminatedBeforeChange),
        TestCase("uses the pending key again, so that a late request adds the key that the device has", lateRequest),
        TestCase("does not replace the key of a factor that another flow has added in the meantime", addedMeanwhile),
        TestCase("stays pending while the manager cannot be asked", unreachable),
        TestCase("ends with the activation, and its key too", depersonalized),
        TestCase("ends with an activation whose keys the system has removed, and its key too", deviceKeysRemoved),
        TestCase("that was invalidated leaves the other combinations, and cannot be added again", invalidated),
        TestCase("is unknown to an activation without it: nothing is signed by the gate", notEnrolled),
    ]

    let manager: TestManager
    let gate = TestGate()
    let device: TestDevice

    init() async throws {
        manager = try TestManager()
        device = try await TestDevice.personalized(at: manager, gate: gate)
    }

    private func finish(
        _ access: ApiAccessAddFactor, _ factor: AuthenticationFactor? = nil
    ) async -> XignSdkErrorCode? {
        await code {
            try await device.personalizer.finishAddAuthenticationFactor(
                result: access, factor: factor ?? BiometricFactor(gate: gate))
        }
    }

    private func lose(request: Bool = false, answer: Bool = false) {
        manager.state.withLock {
            $0.lostRequests = request ? [.finishUtility] : []
            $0.lostAnswers = answer ? [.finishUtility] : []
        }
    }

    /// Moves the clock behind the end of all grants.
    private func waitForEndOfGrants() { manager.state.withLock { $0.now += 301 } }

    private func factors(of device: TestDevice) throws -> Set<AuthenticatorType> {
        try #require(try device.personalizer.personalizations.first).authenticators
    }

    private var managerFactors: [FactorType] { manager.state.withLock { $0.enrolled.map(\.factor).sorted() } }
    private var keyCount: Int { gate.state.withLock { $0.keys.count } }

    /// Starts a login, like any other flow of the app.
    private func startLogin(_ device: TestDevice) async throws {
        manager.state.withLock { $0.login = .init() }
        _ = try await device.start()
    }

    /// Logs in at a service that asks for device and biometrics.
    private func logIn(_ device: TestDevice) async throws -> AuthenticationResult {
        manager.state.withLock {
            $0.login = .init()
            $0.login.roles[0].alternatives = [[.biometric, .device]]
        }
        let information = try await device.prepare(device.start())
        try await information.sign(factor: DeviceFactor())
        try await information.sign(factor: BiometricFactor(gate: gate))
        return try await device.sdk.authenticator.finishAuthentication(userInfo: information)
    }

    func adds() async throws {
        let access = try await device.addFactorAccess()
        #expect(access.factorType == .biometric)
        #expect(access.idmIdentifier == manager.idm)
        #expect(await finish(access) == nil)
        #expect(try factors(of: device) == [.biometric, .device, .pin])
        #expect(managerFactors == [.biometric, .device, .pin])
        guard case .userLogin = try await logIn(device) else { throw UnexpectedAnswer() }
        guard case .userLogin = try await logIn(device.restarted(gate: gate)) else { throw UnexpectedAnswer() }
    }

    func combinations() async throws {
        let alternatives: [[FactorType]] = [[.biometric, .device], [.device, .pin]]
        func possible(_ device: TestDevice) async throws -> [[AuthenticatorType]] {
            manager.state.withLock {
                $0.login = .init()
                $0.login.roles[0].alternatives = alternatives
            }
            return try await device.prepare(device.start()).requestedAuthenticators
        }
        #expect(try await possible(device) == [[.device, .pin]])
        #expect(await finish(try await device.addFactorAccess()) == nil)
        #expect(try await possible(device) == [[.biometric, .device], [.device, .pin]])
        #expect(try await possible(device.restarted()) == [[.device, .pin]])
    }

    func alreadyAdded() async throws {
        #expect(await finish(try await device.addFactorAccess()) == nil)
        let begun = manager.requests(of: "startUtility").count
        #expect(await code { try await device.begin(.addFactor) } == .factorRefused)
        #expect(manager.requests(of: "startUtility").count == begun)
    }

    func unsupported() async throws {
        let without = try device.restarted()
        #expect(await code { try await without.begin(.addFactor) } == .factorUnavailable)
        for (type, expected) in [
            (AuthenticatorType.pin, XignSdkErrorCode.factorRefused), (.device, .factorRefused),
            (.otp, .factorUnavailable), (.yubikey, .factorUnavailable),
        ] {
            #expect(
                await code {
                    try await device.personalizer.startAddAuthenticationFactor(
                        idmIdentifier: manager.idm, factorType: type)
                } == expected)
        }
        #expect(manager.requests(of: "startUtility").isEmpty)
    }

    func otherType() async throws {
        let access = try await device.addFactorAccess()
        #expect(await finish(access, PinFactor("730164")) == .grantMismatch)
        #expect(await finish(access, DeviceFactor()) == .grantMismatch)
        #expect(manager.requests(of: "finishUtility").isEmpty)
        #expect(await finish(access) == nil)
        #expect(await finish(access) == .wrongOrder)
    }

    func notRecognized() async throws {
        let access = try await device.addFactorAccess()
        gate.answer = .no
        #expect(await finish(access) == .userNotRecognized)
        #expect(manager.requests(of: "finishUtility").isEmpty)
        gate.answer = .yes
        #expect(await finish(access) == nil)
        #expect(gate.state.withLock { $0.created } == 1)
    }

    func lost(isAnswer: Bool) async throws {
        let access = try await device.addFactorAccess()
        lose(request: !isAnswer, answer: isAnswer)
        #expect(await finish(access) == .connectionFailed)
        #expect(try factors(of: device) == [.device, .pin])
        lose()
        #expect(await finish(access) == nil)
        #expect(Set(manager.state.withLock { $0.utility.bodies }).count == 1)
        #expect(try factors(of: device) == [.biometric, .device, .pin])
    }

    func terminatedAfterChange() async throws {
        let access = try await device.addFactorAccess()
        lose(answer: true)
        #expect(await finish(access) == .connectionFailed)
        lose()
        let restarted = try device.restarted(gate: gate)
        #expect(try factors(of: restarted) == [.device, .pin])
        guard case .userLogin = try await logIn(restarted) else { throw UnexpectedAnswer() }
        #expect(try factors(of: restarted) == [.biometric, .device, .pin])
    }

    func terminatedBeforeChange() async throws {
        let access = try await device.addFactorAccess()
        lose(request: true)
        #expect(await finish(access) == .connectionFailed)
        lose()
        let restarted = try device.restarted(gate: gate)
        try await startLogin(restarted)
        #expect(keyCount == 1)
        waitForEndOfGrants()
        try await startLogin(restarted)
        #expect(keyCount == 0)
        let asked = manager.requests(of: "status").count
        try await startLogin(restarted)
        #expect(manager.requests(of: "status").count == asked)
    }

    func lateRequest() async throws {
        let first = try await device.addFactorAccess()
        let held = Gate()
        manager.state.withLock { $0.heldRequests = [.finishUtility: held] }
        async let finished = finish(first)
        await held.arrival()
        let restarted = try device.restarted(gate: gate)
        let second = try await restarted.addFactorAccess()
        #expect(
            await code {
                try await restarted.personalizer.finishAddAuthenticationFactor(
                    result: second, factor: BiometricFactor(gate: gate))
            } == nil)
        held.open()
        _ = await finished
        #expect(gate.state.withLock { $0.created } == 1)
        guard case .userLogin = try await logIn(restarted) else { throw UnexpectedAnswer() }
    }

    func addedMeanwhile() async throws {
        let second = try await device.addFactorAccess()
        let first = try await device.addFactorAccess()
        #expect(await finish(first) == nil)
        #expect(await finish(second) == .factorRefused)
        #expect(gate.state.withLock { $0.created } == 1)
        guard case .userLogin = try await logIn(device) else { throw UnexpectedAnswer() }
    }

    func unreachable() async throws {
        let access = try await device.addFactorAccess()
        lose(answer: true)
        #expect(await finish(access) == .connectionFailed)
        lose()
        waitForEndOfGrants()
        manager.state.withLock { $0.lostRequests = [.status] }
        try await startLogin(device)
        #expect(keyCount == 1)
        manager.state.withLock { $0.lostRequests = [] }
        try await startLogin(device)
        #expect(try factors(of: device) == [.biometric, .device, .pin])
    }

    func depersonalized() async throws {
        #expect(await finish(try await device.addFactorAccess()) == nil)
        #expect(keyCount == 1)
        try await device.personalizer.depersonalizeIdentityManager(idmIdentifier: manager.idm)
        #expect(keyCount == 0)
        #expect(try device.folder.files().isEmpty)
    }

    func deviceKeysRemoved() async throws {
        #expect(await finish(try await device.addFactorAccess()) == nil)
        try FileManager.default.removeItem(at: device.folder.url.appendingPathComponent("keys"))
        #expect(throws: XignSdkInitializationError.self) { try device.restarted(gate: gate) }
        #expect(keyCount == 0)
    }

    func invalidated() async throws {
        #expect(await finish(try await device.addFactorAccess()) == nil)
        gate.state.withLock { $0.keys = [:] }
        #expect(await code { try await logIn(device) } == .biometricsChanged)
        #expect(await code { try await device.begin(.addFactor) } == .factorRefused)
        #expect(try await device.logsIn(pin: "482915"))
    }

    func notEnrolled() async throws {
        let information = try await device.prepare(device.start())
        #expect(await code { try await information.sign(factor: BiometricFactor(gate: gate)) } == .factorUnavailable)
        #expect(gate.state.withLock { $0.signed } == 0)
    }
}
