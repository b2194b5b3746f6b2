import DatabaseFixture
import Testing
import Threads
import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

/// Answers get lost: each request of a utility process may be sent again.
struct UtilityRepetitionTests {
    @Test("Repetitions of utility processes", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("startUtility: the same process while it is open, and nothing after it", start),
        TestCase("startUtility again after the time of its process begins nothing", startLater),
        TestCase("The claim stays good while the process is open, and each start replaces the session's token", claim),
        TestCase("A process is claimed by its own token and device, through no other channel", foreignClaims),
        TestCase("The claim's token is no session token", claimIsNoSessionToken),
        TestCase(
            "finish: the same grant again, also once it is spent, by another manager too",
            finish),
        TestCase("finish of a revocation: the same outcome, and one effect", revocation),
        TestCase(
            "finishUtility: each change once, and the same answer again, sealed anew",
            changes),
        TestCase(
            "A deletion answers its repetition for a day, though no key is left",
            deletion),
        TestCase(
            "A lost answer of the operation that replaces the PIN is repeated after the manager has restarted", restart),
    ]

    func start() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let sealed = try device.seal(
            StartUtility.self, .init(activationId: device.activation, utility: .changePin, client: RawDevice.client),
            proven: true)
        let answers = try (0..<3).map { _ in try RawDevice.send(sealed, StartUtility.self, to: manager.manager) }
        #expect(Set(answers.map(\.sessionId)).count == 1)
        #expect(answers[0].sessionToken == answers[2].sessionToken)
        let now = manager.clock.now
        #expect(
            try manager.context.database.read { try $0.processes.openBoundCount(of: device.activation, at: now) } == 1)
        let started = try device.claim(answers[0].sessionId, token: answers[0].sessionToken)
        _ = try device.call(
            Abort.self,
            .init(sessionId: answers[0].sessionId, sessionToken: started.sessionToken, reason: .cancelled))
        expectRefusal(.sessionEnded) { try RawDevice.send(sealed, StartUtility.self, to: manager.manager) }
        #expect(
            try manager.context.database.read { try $0.processes.openBoundCount(of: device.activation, at: now) } == 0)
    }

    func startLater() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let sealed = try device.seal(
            StartUtility.self, .init(activationId: device.activation, utility: .changePin, client: RawDevice.client),
            proven: true)
        _ = try RawDevice.send(sealed, StartUtility.self, to: manager.manager)
        manager.clock.advance(seconds: 301)
        expectRefusal(.sessionEnded) { try RawDevice.send(sealed, StartUtility.self, to: manager.manager) }
    }

    func claim() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let begun = try device.begin(.changePin)
        let request = Start.Request(
            activationId: device.activation, sessionId: begun.sessionId, claim: .sessionToken(begun.sessionToken),
            client: RawDevice.client)
        let first = try device.seal(Start.self, request, proven: true)
        let one = try RawDevice.send(first, Start.self, to: manager.manager)
        #expect(try RawDevice.send(first, Start.self, to: manager.manager).sessionToken == one.sessionToken)
        let second = try device.claim(begun.sessionId, token: begun.sessionToken)
        #expect(second.sessionToken != one.sessionToken)
        expectRefusal(.sessionTaken) { try RawDevice.send(first, Start.self, to: manager.manager) }
        expectRefusal(.unauthenticated) { try device.prepare(begun.sessionId, one) }
        let prepared = try device.prepare(begun.sessionId, second)
        _ = try device.finish(prepared)
        expectRefusal(.sessionEnded) { try device.claim(begun.sessionId, token: begun.sessionToken) }
    }

    func foreignClaims() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let (thief, begun) = (try RawDevice(manager, user: "mallory"), try device.begin(.delete))
        expectRefusal(.sessionTaken) { try thief.claim(begun.sessionId, token: begun.sessionToken) }
        expectRefusal(.wrongChannel) { try thief.claim(begun.sessionId, token: .random(count: 32)) }
        let secrets = manager.context.secrets(of: begun.sessionId)
        let qr = secrets.qrSecret(step: SessionSecrets.step(at: manager.clock.now.seconds))
        for claim in [
            Start.Claim.qrCode(qr), .openedQRCode(qr), .link(secrets.linkSecret), .inApp(.random(count: 32)),
            .sessionToken(.random(count: 32)),
        ] {
            expectRefusal(.wrongChannel) {
                try device.call(
                    Start.self,
                    .init(
                        activationId: device.activation, sessionId: begun.sessionId, claim: claim,
                        client: RawDevice.client), proven: true)
            }
        }
        #expect(try manager.snapshot(begun.sessionId)?.phase == .waiting)
        _ = try device.claim(begun.sessionId, token: begun.sessionToken)
    }

    func claimIsNoSessionToken() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let begun = try device.begin(.delete)
        _ = try device.claim(begun.sessionId, token: begun.sessionToken)
        expectRefusal(.unauthenticated) {
            try device.call(
                Prepare.self,
                .init(
                    sessionId: begun.sessionId, sessionToken: begun.sessionToken, roleId: "xign.person",
                    attributes: [:]))
        }
    }

    func finish() throws {
        let manager = try TestManager()
        let second = try manager.secondNode()
        defer { second.context.database.close() }
        let device = try RawDevice(manager)
        let prepared = try device.prepare(.changePin)
        let grant = try #require(try device.finish(prepared).result?.grant)
        #expect(try device.finish(prepared, at: second).result?.grant == grant)
        let granted = RawDevice.Granted(statement: prepared.statement, grant: grant)
        _ = try device.send(try device.newPIN(.init(), by: granted), at: second)
        #expect(try device.finish(prepared).result?.grant == grant)
        expectRefusal(.grantSpent) { try device.send(try device.newPIN(.init(), by: granted)) }
        #expect(try manager.auditKinds.filter { $0 == .loginConfirmed }.count == 1)
    }

    func revocation() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let other = try device.issue().personalize()
        let prepared = try device.prepare(.revoke(other.activation))
        for _ in 0..<3 { #expect(try device.finish(prepared).result?.outcome == .userLogin) }
        #expect(try manager.auditKinds.filter { $0 == .activationRevoked }.count == 1)
    }

    func changes() throws {
        let manager = try TestManager(settings: UtilityProcessTests.biometric)
        let device = try RawDevice(manager)
        let requests = [
            try device.newFactor(.init(), by: try device.granted(.addFactor(.biometric))),
            try device.newActivation(RawActivation(manager: manager), by: try device.granted(.newActivation)),
            try device.newPIN(.init(), by: try device.granted(.changePin)),
        ]
        for request in requests {
            let first = try device.send(request)
            manager.clock.advance(seconds: 7)
            let again = try device.send(request)
            #expect(again.expiresInSeconds == first.expiresInSeconds.map { $0 - 7 })
        }
        let kinds = try manager.auditKinds
        for kind in [AuditEvent.Kind.factorAdded, .pinChanged] { #expect(kinds.filter { $0 == kind }.count == 1) }
        #expect(kinds.filter { $0 == .activationIssued }.count == 2, "the operator's one, and the device's")
    }

    func deletion() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let request = try device.deletion(by: try device.granted(.delete))
        _ = try device.send(request)
        _ = try device.send(request)
        manager.clock.advance(seconds: 86_400)
        _ = try RotateEncryptionKeys(manager.context)()
        try RemoveExpired(manager.context)(isStopping: { false })
        _ = try device.send(request)
        manager.clock.advance(seconds: 600)
        try RemoveExpired(manager.context)(isStopping: { false })
        expectRefusal(.activationUnknown) { try device.send(request) }
    }

    func restart() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let request = try device.newPIN(.init(), by: try device.granted(.changePin))
        _ = try device.send(request)
        let restarted = try manager.secondNode()
        defer { restarted.context.database.close() }
        _ = try device.send(request, at: restarted)
        #expect(try manager.auditKinds.filter { $0 == .pinChanged }.count == 1)
    }
}

/// Equal requests that two managers get at the same moment: the second one waits for the first one's lock.
struct ParallelRepetitionTests {
    @Test("Repetitions at the same moment, through two managers", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("The same confirmation gets the same result", finish(_:), each: [false, true]),
        TestCase("The same wrong confirmation is counted once, and gets the statement that is now pending", wrong),
        TestCase("The same change is made once, and each gets its answer", changes),
        TestCase("The same deletion is made once, and each gets its answer", deletion),
    ]

    let manager: TestManager
    let second: Manager
    let device: RawDevice

    init() throws {
        manager = try TestManager(.postgreSQL, settings: UtilityProcessTests.biometric)
        second = try manager.secondNode()
        device = try RawDevice(manager)
    }

    private func atOnce(_ send: @escaping @Sendable (Manager) throws -> Void) {
        let nodes = [manager.manager, second]
        let errors = concurrently(20) { index in try send(nodes[index % 2]) }
        #expect(errors.isEmpty, "\(errors)")
    }

    func finish(_ isUtility: Bool) throws {
        defer { second.context.database.close() }
        let prepared = try isUtility ? device.prepare(.changePin) : device.prepare(try TestBrowser(manager))
        let grants = Locked<Set<[UInt8]?>>([])
        atOnce { [device] node in
            let result = try #require(try device.finish(prepared, at: node).result)
            grants.withLock { _ = $0.insert(result.grant?.bytes) }
        }
        #expect(grants.withLock { $0.count } == 1)
        #expect(try manager.auditKinds.filter { $0 == .loginConfirmed }.count == 1)
    }

    func wrong() throws {
        defer { second.context.database.close() }
        let prepared = try device.prepare(.changePin)
        let statements = Locked<Set<[UInt8]?>>([])
        atOnce { [device] node in
            let refusal = try #require(try device.finish(prepared, wrongPIN: true, at: node).refusal)
            statements.withLock { _ = $0.insert(refusal.nextStatement?.bytes) }
        }
        let pending = try manager.snapshot(prepared.session)?.statement
        #expect(statements.withLock { $0 } == [pending])
        #expect(try manager.lockout(of: device).pinFailures == 1)
    }

    func changes() throws {
        defer { second.context.database.close() }
        let others = [try device.granted(.addFactor(.biometric)), try device.granted(.newActivation)]
        let requests = [
            try device.newFactor(.init(), by: others[0]),
            try device.newActivation(RawActivation(manager: manager), by: others[1]),
            try device.newPIN(.init(), by: try device.granted(.changePin)),
        ]
        for request in requests { atOnce { [device] node in _ = try device.send(request, at: node) } }
        let kinds = try manager.auditKinds
        for kind in [AuditEvent.Kind.factorAdded, .pinChanged] { #expect(kinds.filter { $0 == kind }.count == 1) }
        #expect(kinds.filter { $0 == .activationIssued }.count == 2, "the operator's one, and the device's")
    }

    func deletion() throws {
        defer { second.context.database.close() }
        let request = try device.deletion(by: try device.granted(.delete))
        atOnce { [device] node in _ = try device.send(request, at: node) }
        #expect(try manager.auditKinds.filter { $0 == .accountRemoved }.count == 1)
    }
}
