import DatabaseFixture
import Foundation
import Testing
import XignDomain
import XignProtocol

@testable import XignServer
@testable import XignStorage
@testable import XignUseCases

/// Moves of a full database between the engines.
struct DatabaseMoveTests {
    @Test("A move of the database", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    private static let engines = Engine.allCases

    static let tests: [TestCase<Self>] = [
        TestCase("Every row of every table arrives with the same values, there and back", everyRow, each: engines),
        TestCase("The audit log says who moved the database, and its chain holds", auditLog, each: engines),
        TestCase("A database with a mark is refused by all that opens it, which name the place", marks, each: engines),
        TestCase("A database that a manager has open is not moved", inUse, each: engines),
        TestCase("A target with tables stays as it is, and so does the source", notEmpty, each: engines),
        TestCase("A password in the address is refused, and repeated nowhere", password),
        TestCase("A log whose chain does not hold is not moved, and the source goes on", brokenChain, each: engines),
        TestCase("A move to another place is refused while one is begun, and can be taken back", otherPlace),
        TestCase("Without the database that was prepared, neither --abort nor --to frees the source", hiddenTarget),
        TestCase("A manager that has lost its connections does not come back to a marked server", lostConnection),
    ]

    private func other(_ engine: Engine) throws -> TemporaryDatabase {
        try TemporaryDatabase(engine == .sqlite ? .postgreSQL : .sqlite)
    }

    /// Values at the ends of their ranges, more rows than one page, and a key of two columns.
    private static let unusual: @Sendable (any Transaction) throws -> Void = { transaction in
        let device = try #require(try transaction.value("SELECT id FROM activation LIMIT 1", as: [UInt8].self))
        for number in 0..<1_201 {
            let id = [0, UInt8(number >> 8), UInt8(number & 255), 0xFF]
            let text = number == 0 ? "" : "'\"\\%_\u{1F511} e\u{301}\n\(number)"
            let end = number == 1 ? Int64.max : number == 2 ? Int64.min : Int64(number)
            try transaction.execute(
                "INSERT INTO seen_request (id, outcome, expires_at) VALUES (\(id), \(text), \(end))")
            try transaction.execute(
                "INSERT INTO failure (activation_id, attempt, at) VALUES (\(device), \(Int64(number) - 5_000), 7)")
        }
        try transaction.execute(
            "INSERT INTO seen_request (id, outcome, expires_at) VALUES (\([UInt8]()), 'no bytes', 0)")
    }

    func everyRow(_ engine: Engine) throws {
        let scene = try MoveScene(engine, adding: Self.unusual)
        #expect(scene.rows.filter { $0.value.isEmpty }.keys.sorted() == [])
        try scene.move(to: try other(engine))
        #expect(try differences(scene) == [])
        try scene.move(to: try TemporaryDatabase(engine))
        #expect(try differences(scene) == [])
        #expect(try scene.refusal(at: scene.place) == nil)
    }

    /// The tables whose rows are not those from before the first move.
    private func differences(_ scene: MoveScene) throws -> [String] {
        let rows = try scene.rows(at: scene.place)
        return Set(rows.keys).union(scene.rows.keys).filter { rows[$0] != scene.rows[$0] }.sorted()
    }

    func auditLog(_ engine: Engine) throws {
        let scene = try MoveScene(engine)
        try scene.move(to: try other(engine))
        let database = try scene.open(scene.place)
        defer { database.close() }
        let context = try Context(database: database, issuer: scene.issuer, clock: .system)
        let events = try database.read { try $0.audit.newest(1000) }.filter { $0.kind == .databaseMoved }
        #expect(events.map(\.actor) == [.machine("root")])
        #expect(events.map(\.detail) == ["to \(scene.place.address)"])
        let report = try VerifyAudit(context)()
        #expect(report.firstBreak == nil)
        #expect(report.verified > 0)
    }

    func marks(_ engine: Engine) throws {
        let scene = try MoveScene(engine)
        let (source, target) = (scene.place, try other(engine))
        for (step, code) in [("copyingRows", ManagerError.Code.databaseMoving), ("", .databaseMoved)] {
            if step.isEmpty { try scene.move(to: target) } else { try scene.moveKilled(to: target, at: step, 3) }
            #expect(try scene.code(at: source) == code)
            let refusal = try #require(try scene.refusal(at: source))
            #expect("\(refusal)".contains(target.address))
            let database = try scene.open(source)
            defer { database.close() }
            let initialization = #expect(throws: ManagerError.self) {
                try Initialization.run(
                    database: database, issuer: scene.issuer, appLinkOrigins: [], at: Clock.system.now()
                ) { _, _ in Issue.record("new keys") }
            }
            #expect(initialization?.code == code)
            let withoutKey = #expect(throws: ManagerError.self) {
                try ExportDeclaration(withoutKey: database, issuer: scene.issuer)
            }
            #expect(withoutKey?.code == code)
        }
        guard engine == .sqlite else { return }
        let restored = #expect(throws: ManagerError.self) {
            try DataFolder.restore(
                "\(source.folder)/none", to: source.path, issuer: scene.issuer, vault: scene.vault, clock: .system,
                .init(export: nil, isAccepted: true, isUnverified: true, operatorName: "root"))
        }
        #expect(restored?.code == .databaseMoved)
    }

    func inUse(_ engine: Engine) throws {
        let scene = try MoveScene(engine)
        let target = try other(engine)
        let manager = try scene.open(scene.place)
        let refused = #expect(throws: ManagerError.self) { try scene.move(to: target) }
        #expect(refused?.code == .databaseInUse)
        manager.close()
        #expect(try scene.refusal(at: scene.place) == nil)
    }

    func notEmpty(_ engine: Engine) throws {
        let scene = try MoveScene(engine)
        let target = try MoveScene(engine == .sqlite ? .postgreSQL : .sqlite)
        let before = try target.rows(at: target.place)
        let refused = #expect(throws: ManagerError.self) { try scene.move(to: target.place) }
        #expect(refused?.code == .moveTarget)
        #expect(try target.rows(at: target.place) == before)
        #expect(try target.refusal(at: target.place) == nil)
        #expect(try scene.refusal(at: scene.place) == nil)
    }

    func password() throws {
        let scene = try MoveScene(.sqlite)
        for address in ["postgresql://xign:s3cret@/xign", "host=/tmp dbname=xign password=s3cret"] {
            let refused = #expect(throws: ManagerError.self) { try scene.move()(to: address) }
            #expect(refused?.code == .moveTarget)
            #expect("\(refused as Any)".contains("s3cret") == false)
            #expect("\(refused as Any)".contains("passfile"))
        }
    }

    func brokenChain(_ engine: Engine) throws {
        let scene = try MoveScene(engine) { transaction in
            try transaction.execute(
                """
                UPDATE audit SET detail = 'other' WHERE id = (SELECT audit_id FROM audit_link WHERE position = 3)
                """)
        }
        let target = try other(engine)
        let refused = #expect(throws: ManagerError.self) { try scene.move(to: target) }
        #expect(refused?.code == .auditChainDamaged)
        #expect(try scene.refusal(at: scene.place) == nil)
        #expect(try scene.refusal(at: target) is StorageError)
    }

    func otherPlace() throws {
        let scene = try MoveScene(.sqlite)
        let (first, second) = (try TemporaryDatabase(.postgreSQL), try TemporaryDatabase(.sqlite))
        #expect(try scene.move().abort() == nil)
        try scene.moveKilled(to: first, at: "comparingDevices", 1)
        let refused = #expect(throws: ManagerError.self) { try scene.move(to: second) }
        #expect(refused?.code == .databaseMoving)
        #expect(try scene.move().abort() == first.address)
        let source = scene.place
        try scene.move(to: second)
        let aborted = #expect(throws: ManagerError.self) { try scene.move(from: source).abort() }
        #expect(aborted?.code == .databaseMoved)
        let elsewhere = #expect(throws: ManagerError.self) { _ = try scene.move(from: source)(to: first.address) }
        #expect(elsewhere?.code == .databaseMoved)
        // Repeated, it says where the database is.
        #expect(try scene.move(from: source)(to: second.address).rows == nil)
    }

    /// The rows are there, and the file is elsewhere: on a disk that is not mounted, for example.
    func hiddenTarget() throws {
        let scene = try MoveScene(.postgreSQL)
        let target = try TemporaryDatabase(.sqlite)
        try scene.moveKilled(to: target, at: "markingDatabase", 2)
        let hidden = "\(target.path).hidden"
        try Self.moveFile(target.path, to: hidden)
        #expect(throws: ManagerError.self) { try scene.move().abort() }
        #expect(throws: ManagerError.self) { try scene.move()(to: target.address) }
        #expect(FileManager.default.fileExists(atPath: target.path) == false)
        #expect(try scene.code(at: scene.place) == .databaseMoving)
        // Another manager's database says nothing, either.
        let other = try MoveScene(.sqlite)
        try Self.moveFile(other.place.path, to: target.path)
        let mistaken = #expect(throws: ManagerError.self) { try scene.move().abort() }
        #expect(mistaken?.code == .databaseMoving)
        #expect(try scene.code(at: scene.place) == .databaseMoving)
        try Self.moveFile(target.path, to: other.place.path)
        try Self.moveFile(hidden, to: target.path)
        #expect(try scene.move()(to: target.address).rows == nil)
        #expect(try scene.refusal(at: target) == nil)
    }

    /// Moves a database's file, with its write-ahead log.
    private static func moveFile(_ path: String, to place: String) throws {
        for suffix in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: path + suffix) {
            try FileManager.default.moveItem(atPath: path + suffix, toPath: place + suffix)
        }
    }

    func lostConnection() throws {
        let scene = try MoveScene(.postgreSQL)
        var options = PostgreSQLDatabase.Options()
        options.sessionName = "manager"
        let manager = try PostgreSQLDatabase(url: scene.place.address, vault: scene.vault, options: options)
        defer { manager.close() }
        _ = try Context(database: manager, issuer: scene.issuer, clock: .system)
        let command = try scene.open(scene.place)
        defer { command.close() }
        try MoveDatabase(from: command, MoveDatabase.newMark(to: "/nowhere")).begin()
        try command.write { transaction in
            _ = try transaction.rows(
                """
                SELECT pg_terminate_backend(pid) AS ended FROM pg_stat_activity
                WHERE datname = current_database() AND application_name = 'manager'
                """)
        }
        let refused = #expect(throws: StorageError.self) { try manager.read { try $0.settings.arrival() } }
        #expect(refused?.code == .otherInstallation)
    }
}
