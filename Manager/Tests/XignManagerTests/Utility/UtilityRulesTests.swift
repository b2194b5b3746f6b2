// Long because: one suite, and the list of its tests.
import DatabaseFixture
import Testing
import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

struct UtilityRulesTests {
    @Test("Rules of utility processes", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "Any other set of factors than device and PIN is refused for every purpose, and not counted", factorSubsets,
            each: wrongSubsets),
        TestCase(
            "The same for the addition of a factor, and a set without the device's signature", factorSubsetsOfAddition,
            each: [[FactorType.device], [.device, .pin, .biometric]]),
        TestCase("The same for a merge", factorSubsetsOfMerge, each: wrongSubsets),
        TestCase("An app that cannot show a merge is too old to claim it, and the process stays waiting", tooOld),
        TestCase(
            "A wrong PIN counts, gives no grant, and the renewed statement can be signed after the wait", wrongPIN),
        TestCase("A permanent lockout is told to the other devices", lockedForGood),
        TestCase(
            "A factor that the operator does not offer, that is there, or that cannot be added is refused at every door",
            factorRefused),
        TestCase("An account has three pending activations, at every door", pendingLimit),
        TestCase("An account has ten active activations, those that can become active included", activeLimit),
        TestCase("An account connects ten devices within a day, those that it removes again included", dailyLimit),
        TestCase("An activation has five open processes of its own", openLimit),
        TestCase("Of fifty beginnings at the same moment five are taken", openLimitAtOnce, each: Engine.allCases),
        TestCase("The target of a revocation is another activation of the account, in use or pending", targets),
        TestCase("A target that has ended before the confirmation is refused then", targetEnds),
        TestCase("The statement of a revocation names the device by alias, platform and time", target),
        TestCase("A new device issues, deletes and revokes nothing for a day, at every door", coolDown),
        TestCase("The cool-down refuses a confirmation and a grant, too, however they came about", coolDownLater),
        TestCase("The cool-down stays when the older device goes", coolDownStays),
        TestCase("A refusal is recorded once a day, and not with each attempt", recorded),
    ]

    let manager: TestManager
    let device: RawDevice

    init() throws {
        manager = try TestManager(settings: UtilityProcessTests.biometric)
        device = try RawDevice(manager)
    }

    /// The sets of factors that are no alternative of a utility process.
    static let wrongSubsets: [[FactorType]] = [[.device], [.biometric, .device], [.biometric, .device, .pin]]

    func factorSubsets(_ factors: [FactorType]) throws {
        let other = try device.issue().personalize()
        let key = try device.addFactor()
        try manager.waitForCoolDown()
        let utilities: [StartUtility.Utility] = [
            .changePin, .newActivation, .delete, .revoke(other.activation),
        ]
        for utility in utilities {
            let prepared = try device.prepare(utility)
            let signed = try device.sign(
                prepared.statement, .consent, pinKey: factors.contains(.pin) ? device.pinKey : nil,
                biometricKey: factors.contains(.biometric) ? key : nil)
            expectRefusal(.factorSetMismatch) { try device.confirm(prepared, signed) }
            #expect(try manager.lockout(of: device) == .none)
            #expect(try device.finish(prepared).result != nil, "\(utility)")
            manager.clock.advance(seconds: 301)
        }
    }

    func factorSubsetsOfAddition(_ factors: [FactorType]) throws {
        let prepared = try device.prepare(.addFactor(.biometric))
        let signed = try device.sign(
            prepared.statement, .consent, pinKey: factors.contains(.pin) ? device.pinKey : nil,
            biometricKey: factors.contains(.biometric) ? .init() : nil)
        expectRefusal(.factorSetMismatch) { try device.confirm(prepared, signed) }
        #expect(try device.finish(prepared).result != nil)
    }

    func factorSubsetsOfMerge(_ factors: [FactorType]) throws {
        _ = try Apply(manager.context)(Array("users: [{name: eve}]".utf8))
        let eve = try RawDevice(manager, user: "eve")
        let key = try eve.addFactor()
        let prepared = try eve.prepare(try #require(try manager.invite().open(existing: eve).merge))
        let signed = try eve.sign(
            prepared.statement, .consent, pinKey: factors.contains(.pin) ? eve.pinKey : nil,
            biometricKey: factors.contains(.biometric) ? key : nil)
        expectRefusal(.factorSetMismatch) { try eve.confirm(prepared, signed) }
        #expect(try manager.lockout(of: eve) == .none)
        #expect(try eve.finish(prepared).result != nil)
    }

    func tooOld() throws {
        _ = try Apply(manager.context)(Array("users: [{name: eve}]".utf8))
        let eve = try RawDevice(manager, user: "eve")
        let merge = try #require(try manager.invite().open(existing: eve).merge)
        expectRefusal(.clientTooOld) { try eve.claim(merge.sessionId, token: merge.sessionToken) }
        #expect(try manager.snapshot(merge.sessionId)?.phase == .waiting)
        #expect(try eve.finish(try eve.prepare(merge)).result != nil)
    }

    func wrongPIN() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let prepared = try device.prepare(.changePin)
        let refusal = try #require(try device.finish(prepared, wrongPIN: true).refusal)
        #expect(try manager.lockout(of: device).pinFailures == 1)
        expectRefusal(.lockedOut) { try device.begin(.changePin) }
        manager.clock.advance(seconds: 2)
        let next = RawDevice.Prepared(
            session: prepared.session, token: prepared.token, statement: try #require(refusal.nextStatement).bytes)
        let result = try #require(try device.finish(next).result)
        #expect(result.failedAttemptsSinceLastSuccess == 1)
        #expect(result.outcome == .apiAccessChangePin)
        #expect(result.grant?.bytes.count == 32)
    }

    func lockedForGood() throws {
        let manager = try TestManager(settings: "settings:\n  lockoutSeconds: [1]\n  permanentLockoutAfter: 3")
        let device = try RawDevice(manager)
        let other = try device.issue().personalize()
        for failure in 1...3 {
            let refusal = try device.finish(try device.prepare(.changePin), wrongPIN: true).refusal
            #expect(refusal?.lockout.isPermanent == (failure == 3))
            manager.clock.advance(seconds: 2)
        }
        expectRefusal(.lockedOut) { try device.begin(.changePin) }
        let account = try #require(try manager.activation(of: device)).accountID
        let kinds = try manager.context.database.read {
            try $0.notices.list(for: account, after: 0, except: other.activation)
        }.map(\.kind)
        #expect(kinds.contains("activationLocked"))
        _ = try other.begin(.changePin)
    }

    func factorRefused() throws {
        for factor in [FactorType.device, .pin, .otp, .yubikey] {
            expectRefusal(.factorRefused) { try device.begin(.addFactor(factor)) }
        }
        let (waiting, granted) = (
            try device.prepare(.addFactor(.biometric)), try device.granted(.addFactor(.biometric))
        )
        _ = try device.addFactor()
        expectRefusal(.factorRefused) { try device.begin(.addFactor(.biometric)) }
        expectRefusal(.factorRefused) { try device.finish(waiting) }
        expectRefusal(.factorRefused) { try device.send(try device.newFactor(.init(), by: granted)) }

        let stranger = try RawDevice(manager, user: "mallory")
        let late = try stranger.granted(.addFactor(.biometric))
        _ = try Apply(manager.context)(Array("settings:\n  biometric: false\n".utf8))
        expectRefusal(.factorRefused) { try stranger.begin(.addFactor(.biometric)) }
        expectRefusal(.factorRefused) { try stranger.send(try stranger.newFactor(.init(), by: late)) }
    }

    func pendingLimit() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let (waiting, granted) = (try device.prepare(.newActivation), try device.granted(.newActivation))
        for _ in 0..<3 { _ = try device.issue() }
        expectRefusal(.notAllowed) { try device.begin(.newActivation) }
        expectRefusal(.notAllowed) { try device.finish(waiting) }
        let request = try device.newActivation(RawActivation(manager: manager), by: granted)
        expectRefusal(.notAllowed) { try device.send(request) }
        _ = try device.revoke(try firstPending(manager, of: device))
        _ = try device.send(request)
    }

    private func firstPending(_ manager: TestManager, of device: RawDevice) throws -> RawDevice {
        let activation = try #require(try manager.activation(of: device))
        let pending = try manager.context.database.read { try $0.activations.all(of: activation.accountID) }
            .first { $0.state == .pending }
        return RawActivation(manager: manager, id: try #require(pending).id, secret: .random(count: 16)).device()
    }

    func activeLimit() throws {
        for _ in 0..<8 { _ = try device.issue().personalize() }
        let last = try device.issue()
        expectRefusal(.notAllowed) { try device.begin(.newActivation) }
        _ = try last.personalize()
        expectRefusal(.notAllowed) { try device.begin(.newActivation) }
    }

    func dailyLimit() throws {
        // The device itself was connected today.
        for _ in 0..<8 {
            _ = try device.revoke(try device.issue().personalize())
            manager.clock.advance(seconds: 60)
        }
        let last = try device.issue()
        expectRefusal(.notAllowed) { try device.begin(.newActivation) }
        _ = try device.revoke(try last.personalize())
        expectRefusal(.notAllowed) { try device.begin(.newActivation) }
        try manager.waitForCoolDown()
        _ = try device.begin(.newActivation)
    }

    func openLimit() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let other = try device.issue().personalize()
        let begun = try (0..<5).map { _ in try device.begin(.changePin) }
        let error = #expect(throws: ProtocolError.self) { try device.begin(.changePin) }
        #expect(error?.error == .tooManyRequests)
        #expect(error?.retryAfterSeconds != nil)
        _ = try other.begin(.changePin)
        // An end makes room.
        let started = try device.claim(begun[0].sessionId, token: begun[0].sessionToken)
        _ = try device.call(
            Abort.self, .init(sessionId: begun[0].sessionId, sessionToken: started.sessionToken, reason: .cancelled))
        _ = try device.begin(.changePin)
        manager.clock.advance(seconds: 301)
        for _ in 0..<5 { _ = try device.begin(.changePin) }
    }

    func openLimitAtOnce(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let device = try RawDevice(manager)
        let codes = Codes()
        let errors = concurrently(50) { _ in try codes.record { try device.begin(.changePin) } }
        #expect(errors.isEmpty, "\(errors)")
        #expect(codes.count(nil) == 5)
        #expect(codes.count(.tooManyRequests) == 45)
    }

    func targets() throws {
        let stranger = try RawDevice(manager, user: "mallory")
        let gone = try device.issue().personalize()
        _ = try device.revoke(gone)
        for target in [device.activation, stranger.activation, gone.activation, .random()] {
            expectRefusal(.notAllowed) { try device.begin(.revoke(target)) }
        }
        #expect(try manager.activation(of: stranger)?.state == .active)
    }

    func targetEnds() throws {
        let other = try device.issue().personalize()
        let (first, second) = (
            try device.prepare(.revoke(other.activation)), try device.prepare(.revoke(other.activation))
        )
        #expect(try device.finish(first).result != nil)
        expectRefusal(.notAllowed) { try device.finish(second) }
        #expect(try manager.snapshot(second.session)?.phase.name == .expired)
    }

    func target() throws {
        let other = try device.issue().personalize(alias: "tablet")
        let statement = try ConsentStatement(parsing: try device.prepare(.revoke(other.activation)).statement)
        let stored = try #require(try manager.activation(of: other))
        #expect(
            statement.subject
                == .utility(
                    .revoke(
                        ActivationSubject(
                            id: other.activation, alias: "tablet", platform: "Linux",
                            since: stored.personalizedAt?.seconds))))
    }

    func coolDown() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let thief = try device.issue().personalize()
        for utility in [StartUtility.Utility.newActivation, .delete, .revoke(device.activation)] {
            let error = #expect(throws: ProtocolError.self) { try thief.begin(utility) }
            #expect(error?.error == .coolDown)
            #expect(error?.retryAfterSeconds == Activation.coolDownSeconds)
        }
        // Its own affairs are not concerned, and the older device can put it out at once.
        _ = try thief.changePIN()
        _ = try device.begin(.revoke(thief.activation))
        manager.clock.advance(seconds: Activation.coolDownSeconds - 1)
        _ = try RotateEncryptionKeys(manager.context)()
        expectRefusal(.coolDown) { try thief.begin(.delete) }
        manager.clock.advance(seconds: 1)
        _ = try thief.begin(.delete)
        _ = try thief.begin(.newActivation)
        _ = try thief.begin(.revoke(device.activation))
    }

    func coolDownLater() throws {
        let (waiting, granted) = (try device.prepare(.delete), try device.granted(.delete))
        try manager.context.database.write { [device, manager] transaction in
            try transaction.execute(
                """
                UPDATE activation SET cool_until = \(manager.clock.now + 3600) WHERE id = \(device.activation)
                """)
        }
        expectRefusal(.coolDown) { try device.finish(waiting) }
        expectRefusal(.coolDown) { try device.send(try device.deletion(by: granted)) }
        #expect(try manager.activation(of: device)?.state == .active)
    }

    func coolDownStays() throws {
        let thief = try device.issue().personalize()
        _ = try device.call(Revoke.self, .init(activationId: device.activation), proven: true)
        expectRefusal(.coolDown) { try thief.begin(.delete) }
    }

    func recorded() throws {
        for _ in 0..<3 { expectRefusal(.notAllowed) { try device.begin(.revoke(device.activation)) } }
        #expect(try manager.auditKinds.filter { $0 == .utilityRefused }.count == 1)
    }
}

extension RawDevice {
    /// Sends a signed consent.
    func confirm(_ prepared: Prepared, _ signed: [UInt8]) throws -> Finish.Response {
        try call(
            Finish.self, .init(sessionId: prepared.session, sessionToken: prepared.token, consent: Octets(signed)))
    }
}
