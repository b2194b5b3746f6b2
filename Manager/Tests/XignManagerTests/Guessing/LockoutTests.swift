import DatabaseFixture
import Testing
import Threads
import XignDomain
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

struct LockoutTests {
    @Test("Guessing PINs", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "Of fifty wrong PINs at the same moment exactly one is evaluated", onlyOneIsEvaluated, each: Engine.allCases
        ),
        TestCase("The same through two managers on one PostgreSQL", twoManagers),
        TestCase(
            "Good and wrong PINs interleaved never lose a failure that no success came after", interleaved,
            each: Engine.allCases),
        TestCase(
            "Fifty good logins of one activation at the same moment all succeed", goodOnesSucceed, each: Engine.allCases
        ),
        TestCase("Without the device's key nobody is counted, so nobody can lock an activation", withoutDeviceKey),
        TestCase("A login that needs no PIN does not clear the count of wrong PINs", otherSuccessClearsNothing),
        TestCase("Fifty wrong PINs within thirty days lock for good, with good ones between them", budget),
        TestCase("Failures older than thirty days are forgotten by the budget", oldFailures),
        TestCase("A lockout that begins after the confirmation is seen when the code is redeemed", lookedAtAgain),
        TestCase("Fewer or other factors than an alternative has are refused, and not counted", factorSet),
    ]

    func onlyOneIsEvaluated(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        try fiftyAtOnce(manager, nodes: [manager.manager])
    }

    func twoManagers() throws {
        let manager = try TestManager(.postgreSQL)
        let second = try manager.secondNode()
        defer { second.context.database.close() }
        try fiftyAtOnce(manager, nodes: [manager.manager, second])
    }

    private func fiftyAtOnce(_ manager: TestManager, nodes: [Manager]) throws {
        let device = try RawDevice(manager)
        let attempts = try (0..<50).map { _ in try device.prepare(try TestBrowser(manager)) }
        let outcomes = Outcomes()
        let errors = concurrently(50) { index in
            try outcomes.record { try device.finish(attempts[index], wrongPIN: true, at: nodes[index % nodes.count]) }
        }
        #expect(errors.isEmpty, "\(errors)")
        #expect(outcomes.refused == 1 && outcomes.lockedOut == 49)
        let state = try manager.lockout(of: device)
        #expect(state.pinFailures == 1)
        #expect(try manager.auditKinds.filter { $0 == .loginRefused }.count == 1)
    }

    func interleaved(_ engine: Engine) throws {
        // Without a wait, so that every attempt is evaluated.
        let manager = try TestManager(
            engine, settings: "settings:\n  lockoutSeconds: [1]\n  permanentLockoutAfter: 100")
        let device = try RawDevice(manager)
        let attempts = try (0..<30).map { _ in try device.prepare(try TestBrowser(manager)) }
        let outcomes = Outcomes()
        let errors = concurrently(30) { index in
            try outcomes.record { try device.finish(attempts[index], wrongPIN: index % 3 == 0) }
        }
        #expect(errors.isEmpty, "\(errors)")
        // Every evaluated wrong guess stands in the budget of thirty days, whatever succeeded around it.
        let failures = try manager.context.database.read {
            try $0.activations.failures(of: device.activation, since: Timestamp(rawValue: 0))
        }
        #expect(failures == outcomes.refused && outcomes.refused >= 1)
        #expect(try manager.lockout(of: device).lockedUntil != nil)
    }

    func goodOnesSucceed(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let device = try RawDevice(manager)
        let attempts = try (0..<50).map { _ in try device.prepare(try TestBrowser(manager)) }
        let outcomes = Outcomes()
        let errors = concurrently(50) { index in try outcomes.record { try device.finish(attempts[index]) } }
        #expect(errors.isEmpty, "\(errors)")
        #expect(outcomes.accepted == 50)
    }

    func withoutDeviceKey() throws {
        let manager = try TestManager()
        let victim = try RawDevice(manager)
        let thief = try RawDevice(manager, user: "mallory")
        let prepared = try victim.prepare(try TestBrowser(manager))
        for _ in 0..<12 {
            // The session's token has leaked; the signatures are somebody else's.
            let error = #expect(throws: ProtocolError.self) { try thief.finish(prepared) }
            #expect(error?.error == .unauthenticated)
        }
        #expect(try manager.lockout(of: victim) == .none)
        #expect(try victim.finish(prepared).result != nil)
    }

    func otherSuccessClearsNothing() throws {
        let policy = LockoutPolicy.standard
        let now = Timestamp(seconds: 1_000_000)
        var state = LockoutState.none
        for _ in 0..<9 { state = policy.failed(state, factors: [.device, .pin], failuresInBudget: 1, at: now) }
        state = policy.succeeded(state, factors: [.device])
        state = policy.succeeded(state, factors: [.biometric, .device])
        #expect(state.pinFailures == 9 && !state.isPermanent)
        state = policy.failed(state, factors: [.device, .pin], failuresInBudget: 10, at: now)
        #expect(state.isPermanent)
    }

    func budget() throws {
        let manager = try TestManager(settings: "settings:\n  lockoutSeconds: [1]")
        let device = try RawDevice(manager)
        for failure in 1...50 {
            let response = try device.finish(try device.prepare(try TestBrowser(manager)), wrongPIN: true)
            #expect(response.refusal?.lockout.isPermanent == (failure == 50))
            manager.clock.advance(seconds: 2)
            if failure < 50 {
                #expect(try device.finish(try device.prepare(try TestBrowser(manager))).result != nil)
            }
        }
        let error = #expect(throws: ProtocolError.self) { try device.prepare(try TestBrowser(manager)) }
        #expect(error?.error == .lockedOut && error?.lockout?.isPermanent == true)
    }

    func oldFailures() throws {
        let manager = try TestManager(settings: "settings:\n  lockoutSeconds: [1]")
        let device = try RawDevice(manager)
        for failure in 1...60 {
            let response = try device.finish(try device.prepare(try TestBrowser(manager)), wrongPIN: true)
            #expect(response.refusal?.lockout.isPermanent == false, "\(failure)")
            manager.clock.advance(seconds: 86_400)
            _ = try RotateEncryptionKeys(manager.context)()
            _ = try device.finish(try device.prepare(try TestBrowser(manager)))
        }
    }

    func lookedAtAgain() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let browser = try TestBrowser(manager)
        let other = try device.prepare(try TestBrowser(manager))
        #expect(try device.finish(try device.prepare(browser)).result != nil)
        let code = try #require(try browser.proceed()["code"])
        #expect(try device.finish(other, wrongPIN: true).refusal != nil)
        let (status, body) = try browser.redeem(code)
        #expect(status == 400 && body["error"] == "invalid_grant")
        manager.clock.advance(seconds: 2)
        #expect(try browser.redeem(code).status == 400, "the code was burned")
    }

    func factorSet() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let prepared = try device.prepare(try TestBrowser(manager))
        let stripped = try SignedStatement(
            signing: prepared.statement, type: .consent,
            with: [(.device, { Array(try device.deviceKey.signature(for: $0).rawRepresentation) })])
        let error = #expect(throws: ProtocolError.self) {
            try device.call(
                Finish.self,
                .init(
                    sessionId: prepared.session, sessionToken: prepared.token, consent: Octets(stripped.serialized)))
        }
        #expect(error?.error == .factorSetMismatch)
        #expect(try manager.lockout(of: device) == .none)
        #expect(try device.finish(prepared).result != nil)
    }
}

/// Counters of the outcomes of many attempts.
private final class Outcomes: Sendable {
    private let counts = Locked((accepted: 0, refused: 0, lockedOut: 0))

    var accepted: Int { counts.withLock { $0.accepted } }
    var refused: Int { counts.withLock { $0.refused } }
    var lockedOut: Int { counts.withLock { $0.lockedOut } }

    func record(_ attempt: () throws -> Finish.Response) throws {
        do {
            let response = try attempt()
            counts.withLock { counts in
                if response.result != nil { counts.accepted += 1 } else { counts.refused += 1 }
            }
        } catch let error as ProtocolError where error.error == .lockedOut {
            counts.withLock { $0.lockedOut += 1 }
        }
    }
}

extension TestManager {
    func lockout(of device: RawDevice) throws -> LockoutState {
        try #require(try manager.context.database.read { try $0.activations.find(device.activation) }).lockout
    }
}
