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

/// The number of SQL statements and transactions that a login costs. A feature that adds one changes this list.
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

        var description: String { "\(statements) in \(writes)" }
    }

    /// One step after the other of a login.
    private func costs(at manager: TestManager, with device: RawDevice) throws -> [String: Cost] {
        var costs: [String: Cost] = [:]
        /// - Parameter own: the statements by which the test finds the service and its secret.
        func step<T>(_ name: String, own: Int = 0, _ run: () throws -> T) rethrows -> T {
            let before = manager.context.database.statistics
            let result = try run()
            let after = manager.context.database.statistics
            costs[name] = Cost(
                statements: after.statements - before.statements - own, writes: after.transactions - before.transactions
            )
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
        _ = try costs(at: manager, with: device)

        let costs = try costs(at: manager, with: device)

        // PostgreSQL gives notice by a statement, SQLite within the process.
        let notice = engine == .postgreSQL ? 1 : 0
        #expect(costs["authorize"] == Cost(statements: 4, writes: 1))
        #expect(costs["page"] == Cost(statements: 1))
        // Notices tell the open page its states.
        #expect(costs["events"] == Cost(statements: 1))
        #expect(costs["start"] == Cost(statements: 6 + notice, writes: 1))
        #expect(costs["prepare"] == Cost(statements: 5 + notice, writes: 1))
        #expect(costs["finish"] == Cost(statements: 10 + notice, writes: 1))
        #expect(costs["continue"] == Cost(statements: 6 + notice, writes: 1))
        #expect(costs["token"] == Cost(statements: 7, writes: 1))
        #expect(costs["user info"] == Cost(statements: 2))
    }

    func firstLogin(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let device = try RawDevice(manager)
        _ = try costs(at: manager, with: device)

        let first = try costs(at: manager, with: try RawDevice(manager, user: "mallory"))

        #expect(first["continue"] == Cost(statements: engine == .postgreSQL ? 8 : 7, writes: 1))
    }
}
