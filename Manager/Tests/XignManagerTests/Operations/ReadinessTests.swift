import DatabaseFixture
import Testing
import Threads
import XignHTTP
import XignStorage

@testable import XignServer
@testable import XignUseCases

struct ReadinessTests {
    @Test("The check that logins can be served", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "A manager is not ready where a table that a login writes is gone", missing,
            each: Engine.allCases.flatMap { engine in ["process", "evidence", "audit"].map { (engine, $0) } }),
        TestCase(
            "A manager is not ready where its user may not write what a login writes", rights,
            each: ["INSERT ON process", "UPDATE ON process", "INSERT ON evidence", "INSERT ON audit"]),
        TestCase("It keeps one row of a login's size, in one transaction", kept, each: Engine.allCases),
        TestCase("A failure is cached for two seconds, as a success is", cached),
    ]

    func missing(_ engine: Engine, _ table: String) async throws {
        let manager = try QuietManager(engine)
        let check = CheckReadiness(manager.context)
        try await check()
        // Two literals, since a statement takes text as a parameter alone.
        let statement: SQL =
            switch table {
            case "process": "ALTER TABLE process RENAME TO former"
            case "evidence": "ALTER TABLE evidence RENAME TO former"
            default: "ALTER TABLE audit RENAME TO former"
            }
        try await manager.context.database.write { try $0.execute(statement) }
        await #expect(throws: StorageError.self) { try await check() }
    }

    func rights(_ right: String) async throws {
        let manager = try QuietManager(.postgreSQL)
        let (place, user) = (manager.place, "writer_of_\(manager.place.name)")
        let cluster = try #require(place.cluster)
        func run(_ statement: String) throws {
            try cluster.run("psql", "--quiet", "--no-psqlrc", "--dbname=\(place.address)", "--command=\(statement)")
        }
        try run("CREATE ROLE \(user) LOGIN")
        try run("GRANT ALL ON ALL TABLES IN SCHEMA public TO \(user)")
        let database = try DatabaseAddress(cluster.url(place.name, user: user)).open(
            vault: Vault(keyEncryptionKey: manager.keyEncryptionKey))
        defer { database.close() }
        // The lock of a migration is a right of this user, too.
        let check = CheckReadiness(
            try Context(database: database, issuer: manager.context.issuer, clock: manager.clock.clock))
        try await check()
        try run("REVOKE \(right) FROM \(user)")
        let error = await #expect(throws: StorageError.self) { try await check() }
        #expect(error?.code == .accessDenied)
    }

    func kept(_ engine: Engine) async throws {
        let manager = try QuietManager(engine)
        let database = manager.context.database
        func rows() throws -> [Int?] {
            let counts: [SQL] = [
                "SELECT count(*) AS count FROM process", "SELECT count(*) AS count FROM evidence",
                "SELECT count(*) AS count FROM audit",
            ]
            return try database.read { transaction in
                try counts.map { sql in
                    let row = try transaction.row(sql)
                    return try row?("count", as: Int.self)
                }
            }
        }
        let (before, transactions) = (try rows(), database.statistics.transactions)
        try await CheckReadiness(manager.context)()
        #expect(database.statistics.transactions == transactions + 1)
        #expect(try rows() == before)
        let first = try database.read { try $0.settings.value(of: "lastReady") }
        #expect(try #require(first).utf8.count > 4096)
        try await CheckReadiness(manager.context)()
        #expect(try database.read { try $0.settings.value(of: "lastReady") } != first)
    }

    func cached() throws {
        let manager = try QuietManager()
        let time = Locked(ContinuousClock.now)
        var router = Router(defaultBodyLimit: 0)
        Health(manager.context, .silent, isLeaving: Locked(false), now: { time.withLock { $0 } }).register(in: &router)
        func status() throws -> Status { router.respond(to: try Request(.get, Health.ready)).status }
        let database = manager.context.database
        #expect(try status() == 200)
        try database.write { try $0.execute("ALTER TABLE evidence RENAME TO former") }
        #expect(try status() == 200)
        time.withLock { $0 += .seconds(2) }
        #expect(try status() == 503)
        try database.write { try $0.execute("ALTER TABLE former RENAME TO evidence") }
        time.withLock { $0 += .milliseconds(1999) }
        #expect(try status() == 503)
        time.withLock { $0 += .milliseconds(1) }
        #expect(try status() == 200)
    }
}
