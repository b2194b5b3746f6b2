import DatabaseFixture
import Testing
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

/// The number of SQL statements, transactions and round trips that a login costs. A feature that adds one changes this
/// list.
struct LoginStatementTests {
    @Test("What a login asks of the database", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("each step of a login reads what it needs once", steps, each: Engine.allCases),
        TestCase("a person's first login at a service costs one statement more", firstLogin, each: Engine.allCases),
    ]

    /// The cost of a step of a login, as its request causes it.
    private struct Cost: Equatable, CustomStringConvertible {
        var statements = 0
        /// Transactions that write.
        var writes = 0
        /// Answers of the server that were waited for; none on SQLite.
        var roundTrips = 0

        var description: String { "\(statements) in \(writes), \(roundTrips) round trips" }
    }

    /// One step after the other of a login.
    private func costs(
        _ engine: Engine, at manager: TestManager, with device: RawDevice
    ) throws -> [String: Cost] {
        // BEGIN and COMMIT around each read of the test's own.
        let ownRoundTrips = engine == .postgreSQL ? 3 : 0
        var costs: [String: Cost] = [:]
        /// - Parameter own: the reads, of one statement each, by which the test finds the service and its secret.
        func step<T>(_ name: String, own: Int = 0, _ run: () throws -> T) rethrows -> T {
            let before = manager.context.database.statistics
            let result = try run()
            let after = manager.context.database.statistics
            costs[name] = Cost(
                statements: after.statements - before.statements - own,
                writes: after.transactions - before.transactions,
                roundTrips: after.roundTrips - before.roundTrips - own * ownRoundTrips)
            return result
        }
        let browser = try step("authorize", own: 1) { try TestBrowser(manager) }
        let session = try step("page") { try browser.session }
        let events = try step("events") { try browser.get("/events") }
        defer { withExtendedLifetime(events) {} }
        let secrets = manager.context.secrets(of: session)
        let started = try step("start") {
            try device.call(
                Start.self,
                .init(
                    activationId: device.activation, sessionId: session,
                    claim: .qrCode(secrets.qrSecret(step: SessionSecrets.step(at: manager.clock.now.seconds))),
                    client: RawDevice.client), proven: true)
        }
        let role = try #require(started.roles.first { $0.alternatives == [[.device, .pin]] })
        let prepared = try step("prepare") {
            try device.call(
                Prepare.self,
                .init(sessionId: session, sessionToken: started.sessionToken, roleId: role.id, attributes: [:]))
        }
        let statement = try #require(prepared.statement).bytes
        _ = try step("finish") {
            try device.finish(.init(session: session, token: started.sessionToken, statement: statement))
        }
        let code = try #require(try step("continue") { try browser.proceed() }["code"])
        let tokens = try step("token", own: 3) { try browser.redeem(code) }.body
        let token = try #require(tokens["access_token"])
        let request = try Request(
            .get, UserInfoEndpoint.path, headers: [HeaderField("Authorization", "Bearer \(token)")])
        #expect(step("user info") { manager.router.respond(to: request) }.status == .ok)
        return costs
    }

    func steps(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let device = try RawDevice(manager)
        // Reads what is declared, and stores the pairwise subject.
        _ = try costs(engine, at: manager, with: device)

        let costs = try costs(engine, at: manager, with: device)

        #expect(costs == (engine == .postgreSQL ? Self.costsOnPostgreSQL : Self.costsOnSQLite))
        let roundTrips = costs.values.reduce(0) { $0 + $1.roundTrips }
        #expect(roundTrips == (engine == .postgreSQL ? 57 : 0))
    }

    /// PostgreSQL gives notice by a statement, SQLite within the process.
    private static let costsOnSQLite = [
        "authorize": Cost(statements: 4, writes: 1),
        "page": Cost(statements: 1),
        // Notices tell the open page its states.
        "events": Cost(statements: 1),
        "start": Cost(statements: 5, writes: 1),
        "prepare": Cost(statements: 4, writes: 1),
        "finish": Cost(statements: 9, writes: 1),
        "continue": Cost(statements: 6, writes: 1),
        "token": Cost(statements: 7, writes: 1),
        "user info": Cost(statements: 2),
    ]

    /// A read of one statement is one round trip. Other transactions have two more, for BEGIN and COMMIT.
    private static let costsOnPostgreSQL = [
        "authorize": Cost(statements: 4, writes: 1, roundTrips: 1 + 3 + 2),
        "page": Cost(statements: 1, roundTrips: 1),
        "events": Cost(statements: 1, roundTrips: 1),
        "start": Cost(statements: 6, writes: 1, roundTrips: 1 + 5 + 2),
        "prepare": Cost(statements: 5, writes: 1, roundTrips: 5 + 2),
        "finish": Cost(statements: 10, writes: 1, roundTrips: 1 + 9 + 2),
        "continue": Cost(statements: 7, writes: 1, roundTrips: 1 + 6 + 2),
        "token": Cost(statements: 7, writes: 1, roundTrips: 1 + 1 + 5 + 2),
        "user info": Cost(statements: 2, roundTrips: 2 + 2),
    ]

    func firstLogin(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let device = try RawDevice(manager)
        _ = try costs(engine, at: manager, with: device)

        let first = try costs(engine, at: manager, with: try RawDevice(manager, user: "mallory"))

        #expect(
            first["continue"]
                == (engine == .postgreSQL
                    ? Cost(statements: 8, writes: 1, roundTrips: 1 + 7 + 2) : Cost(statements: 7, writes: 1)))
    }
}
