import DatabaseFixture
import Foundation
import Testing
import XignDomain
import XignHTTP
import XignProtocol

@testable import XignServer
@testable import XignStorage
@testable import XignUseCases

struct DamagedDatabaseTests {
    @Test("A damaged SQLite database", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "What meets the damage is answered with 503, and the manager is not ready from then on", notReady),
        TestCase(
            "A sound database is checked once a week where it is a file, and never where it is a server", weekly,
            each: Engine.allCases),
        TestCase("Housekeeping says what it has found in each round", eachRound),
        TestCase("No backup is made, and none is recorded", noBackup),
    ]

    private let manager: TestManager
    /// On a copy of the database in which the table of browsers' requests is damaged. No check of readiness reads it.
    private let damaged: Manager
    private var damagedPath: String { "\(manager.place.folder)/damaged" }

    init() throws {
        manager = try TestManager()
        let path = "\(manager.place.folder)/damaged"
        try SQLiteCopy.Source(manager.place.path).write(to: path)
        let database = try SQLiteDatabase(path: path, vault: manager.context.database.vault)
        let page: Int64 = try #require(
            try database.read {
                try $0.row("SELECT rootpage FROM sqlite_schema WHERE name = 'browser_request'")?("rootpage")
            })
        database.close()
        let file = try FileHandle(forUpdating: URL(filePath: path))
        try file.seek(toOffset: UInt64(page - 1) * 4096)
        try file.write(contentsOf: Data(repeating: 0xA5, count: 4096))
        try file.close()
        damaged = try manager.node(on: try SQLiteDatabase(path: path, vault: manager.context.database.vault))
    }

    func notReady() async throws {
        let checkReadiness = CheckReadiness(damaged.context)
        try await checkReadiness()
        let parameters = [
            "response_type=code", "client_id=\(try manager.service.id.text)", "scope=openid", "nonce=n",
            "redirect_uri=https%3A%2F%2Fwebsite.example%2Fcallback", "code_challenge_method=S256",
            "code_challenge=\(Base64URL.encode(Array(repeating: 1, count: 32)))",
        ]
        let pages = damaged.loginController(hub: EventHub(), lookEvery: nil)
        defer { pages.stop() }
        let answer = damaged.router(pages).respond(
            to: try Request(.get, "/openid/authenticate?\(parameters.joined(separator: "&"))"))
        #expect(answer.status == 503)
        let error = await #expect(throws: StorageError.self) { try await checkReadiness() }
        #expect(error?.code == .corrupt)
        damaged.context.database.close()
    }

    func weekly(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let housekeeping = Housekeeping(manager.manager)
        housekeeping.runOnce()
        let first = engine == .sqlite ? manager.clock.now.seconds : nil
        #expect(try manager.context.lastIntegrityCheck()?.seconds == first)
        manager.clock.advance(seconds: 6 * 86_400)
        housekeeping.runOnce()
        #expect(try manager.context.lastIntegrityCheck()?.seconds == first)
        manager.clock.advance(seconds: 86_400)
        housekeeping.runOnce()
        #expect(try manager.context.lastIntegrityCheck()?.seconds == first.map { $0 + 7 * 86_400 })
        damaged.context.database.close()
    }

    func eachRound() throws {
        let check = CheckIntegrity(damaged.context)
        for _ in 1...2 {
            let error = #expect(throws: ManagerError.self) { try check() }
            #expect(error?.code == .databaseDamaged)
        }
        #expect(try damaged.context.lastIntegrityCheck() == nil)
        #expect(damaged.context.database.isDamaged)
        let failures = damaged.context.database.metrics.housekeepingFailures.cell
        Housekeeping(damaged).runOnce()
        #expect(failures.current == 1)
        damaged.context.database.close()
    }

    func noBackup() throws {
        let backup = "\(manager.place.folder)/backup"
        let error = #expect(throws: ManagerError.self) {
            try DataFolder.backUp(damaged.context, at: .file(damagedPath), to: backup)
        }
        #expect(error?.code == .databaseDamaged)
        #expect(!FileManager.default.fileExists(atPath: backup))
        #expect(try damaged.context.lastBackup() == nil)
        damaged.context.database.close()
    }
}
