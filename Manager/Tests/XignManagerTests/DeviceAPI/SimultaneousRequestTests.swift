import DatabaseFixture
import Testing
import Threads
import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignServer
@testable import XignUseCases

/// Each test runs two managers on one database.
struct SimultaneousRequestTests {
    @Test("Requests of a login that both managers get", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "a request that the other manager has answered meanwhile gets the same answer, without a second effect",
            overtaken, each: Engine.allCases),
        TestCase(
            "a request that both managers get at once has one effect, and one answer", atOnce, each: Engine.allCases),
        TestCase(
            "a start that another start of its device has followed claims nothing when it is sent again",
            supersededStart, each: Engine.allCases),
        TestCase(
            "a refused statement stays refused after its device was locked for good and unlocked", unlocked,
            each: Engine.allCases),
        TestCase(
            "an event that is recorded once is recorded once by two managers", recordedOnce, each: Engine.allCases),
    ]

    private func withNodes(
        _ engine: Engine, _ body: (_ manager: TestManager, _ other: Manager, InterleavedDatabase) throws -> Void
    ) throws {
        let manager = try TestManager(engine)
        let database = InterleavedDatabase(try manager.place.open(vault: manager.context.database.vault))
        defer { database.close() }
        try body(manager, try manager.node(on: database), database)
    }

    /// Sends each request of a login by `send`.
    private func logIn(
        _ device: RawDevice, at manager: TestManager, wrongPIN: Bool = false, through send: any Sending
    ) throws -> SessionID {
        let browser = try TestBrowser(manager)
        let session = try browser.session
        let start = Start.Request(
            activationId: device.activation, sessionId: session,
            claim: .qrCode(try InitializationLink(parsing: try browser.qrCode).data.secret), client: RawDevice.client)
        let started = try send(Start.self, try device.seal(Start.self, start, proven: true))
        let role = try #require(started.roles.first { $0.alternatives == [[.device, .pin]] })
        let prepare = Prepare.Request(
            sessionId: session, sessionToken: started.sessionToken, roleId: role.id, attributes: [:])
        let prepared = try send(Prepare.self, try device.seal(Prepare.self, prepare))
        let statement = try #require(prepared.statement).bytes
        let signed = try device.sign(
            statement, .consent, pinKey: wrongPIN ? Curve25519.Signing.PrivateKey() : device.pinKey)
        let finish = Finish.Request(sessionId: session, sessionToken: started.sessionToken, consent: Octets(signed))
        let finished = try send(Finish.self, try device.seal(Finish.self, finish))
        #expect((finished.result == nil) == wrongPIN)
        return session
    }

    private protocol Sending {
        func callAsFunction<Operation: DeviceOperation>(
            _ operation: Operation.Type, _ sealed: SealedRequest
        ) throws -> Operation.Response
    }

    /// Sends to one manager. The other one gets and answers the same bytes before the first one's transaction begins.
    private struct Overtaking: Sending {
        let manager: TestManager
        let other: Manager
        let database: InterleavedDatabase

        func callAsFunction<Operation: DeviceOperation>(
            _ operation: Operation.Type, _ sealed: SealedRequest
        ) throws -> Operation.Response {
            let first = Locked<[UInt8]>([])
            database.beforeNextWrite { [manager] in
                let answer = try RawDevice.send(sealed, operation, to: manager.manager, through: manager.router)
                try first.withLock { $0 = try MessageCoding.encode(answer) }
            }
            let answer = try RawDevice.send(sealed, operation, to: other)
            #expect(try MessageCoding.encode(answer) == first.withLock { $0 })
            return answer
        }
    }

    /// Sends to both managers at once.
    private struct Doubling: Sending {
        let manager: TestManager
        let other: Manager

        func callAsFunction<Operation: DeviceOperation>(
            _ operation: Operation.Type, _ sealed: SealedRequest
        ) throws -> Operation.Response {
            let answers = Locked<[Operation.Response]>([])
            let errors = concurrently(4) { index in
                let isFirst = index.isMultiple(of: 2)
                let answer = try RawDevice.send(
                    sealed, operation, to: isFirst ? manager.manager : other, through: isFirst ? manager.router : nil)
                answers.withLock { $0.append(answer) }
            }
            #expect(errors.isEmpty, "\(errors)")
            let all = answers.withLock { $0 }
            #expect(Set(try all.map { try MessageCoding.encode($0) }).count == 1)
            return try #require(all.first)
        }
    }

    func overtaken(_ engine: Engine) throws {
        try withNodes(engine) { manager, other, database in
            let device = try RawDevice(manager)
            try expectOneEffect(device, manager, Overtaking(manager: manager, other: other, database: database))
        }
    }

    func atOnce(_ engine: Engine) throws {
        try withNodes(engine) { manager, other, _ in
            let device = try RawDevice(manager)
            try expectOneEffect(device, manager, Doubling(manager: manager, other: other))
        }
    }

    private func expectOneEffect(_ device: RawDevice, _ manager: TestManager, _ send: some Sending) throws {
        let session = try logIn(device, at: manager, through: send)
        #expect(try manager.snapshot(session)?.phase.name == .confirmed)
        #expect(try manager.auditKinds.filter { $0 == .loginConfirmed }.count == 1)
        _ = try logIn(device, at: manager, wrongPIN: true, through: send)
        #expect(try lockout(of: device).pinFailures == 1)
        #expect(try manager.auditKinds.filter { $0 == .loginRefused }.count == 1)
    }

    func supersededStart(_ engine: Engine) throws {
        try withNodes(engine) { manager, other, _ in
            let device = try RawDevice(manager)
            let browser = try TestBrowser(manager)
            func sealedStart() throws -> SealedRequest {
                let secret = try InitializationLink(parsing: try browser.qrCode).data.secret
                return try device.seal(
                    Start.self,
                    .init(
                        activationId: device.activation, sessionId: try browser.session, claim: .qrCode(secret),
                        client: RawDevice.client), proven: true)
            }
            let (former, latter) = (try sealedStart(), try sealedStart())
            _ = try RawDevice.send(former, Start.self, to: manager.manager, through: manager.router)
            let started = try RawDevice.send(latter, Start.self, to: other)
            let error = #expect(throws: ProtocolError.self) {
                try RawDevice.send(former, Start.self, to: manager.manager, through: manager.router)
            }
            #expect(error?.error == .sessionTaken)
            #expect(
                try manager.snapshot(browser.session)?.claim?.tokenHash == BearerHash(of: started.sessionToken))
        }
    }

    func unlocked(_ engine: Engine) throws {
        try withNodes(engine) { manager, other, _ in
            let device = try RawDevice(manager)
            try manager.context.database.write { transaction in
                var nearly = LockoutState.none
                nearly.pinFailures = LockoutPolicy.standard.permanentAfter - 1
                try transaction.activations.save(lockout: nearly, of: device.activation)
            }
            let prepared = try device.prepare(try TestBrowser(manager))
            let refused = try device.finish(prepared, wrongPIN: true)
            #expect(refused.refusal?.lockout.isPermanent == true)
            let locked = try lockout(of: device)
            try manager.context.database.write { try $0.activations.unlock(device.activation, to: locked.unlocked) }
            #expect(try device.finish(prepared, at: other).result == nil)
            #expect(try manager.snapshot(prepared.session)?.phase.name == .expired)
        }
    }

    func recordedOnce(_ engine: Engine) throws {
        try withNodes(engine) { manager, other, _ in
            let mark = SeenRequest(.open, of: .random(), content: [1])
            let now = manager.clock.now
            let databases = [manager.context.database, other.context.database]
            let errors = concurrently(8) { index in
                try databases[index % 2].write {
                    try $0.auditOnce(AuditEvent(.sessionTaken, at: now), mark: mark, until: now + 60)
                }
            }
            #expect(errors.isEmpty, "\(errors)")
            let recorded = try manager.auditKinds.filter { $0 == .sessionTaken }
            #expect(recorded.count == 1)
        }
    }

    private func lockout(of device: RawDevice) throws -> LockoutState {
        let found = try device.manager.context.database.read { try $0.activations.find(device.activation) }
        return try #require(found).lockout
    }
}
