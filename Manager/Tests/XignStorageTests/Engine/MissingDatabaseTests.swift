import DatabaseFixture
import Foundation
import Testing

@testable import XignStorage

extension Storage {
    /// Volumes that are not mounted, and files that were moved while they are open.
    struct MissingDatabases {
        @Test(arguments: TestCase.all(tests))
        func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

        static let tests: [TestCase<Self>] = [
            TestCase("a database is made only by a call that says so", creating, each: Engine.allCases),
            TestCase("a database that was begun and has no tables is none", begun, each: Engine.allCases),
            TestCase("a file without content is no database, and it and a log beside it stay", empty),
            TestCase("a log without its database keeps a new one from being made, and stays", strayLog),
            TestCase("a file that was moved or replaced is noticed, and no reader opens the other one", replaced),
        ]

        func creating(_ engine: Engine) throws {
            let place = try TemporaryDatabase(engine)
            let address = try DatabaseAddress(place.address)
            for _ in 1...2 {
                #expect(code { try migrate(address, creating: false) } == .noDatabase)
                #expect(code { _ = try version(address) } == .noDatabase)
                #expect(try FileManager.default.contentsOfDirectory(atPath: place.folder).isEmpty)
            }
            try migrate(address, creating: true)
            try migrate(address, creating: false)
            #expect(try version(address) == testSchema.count)
        }

        private func migrate(_ address: DatabaseAddress, creating: Bool) throws {
            let database = try address.open(vault: .test, creating: creating)
            defer { database.close() }
            try database.migrate(testSchema)
        }

        private func version(_ address: DatabaseAddress) throws -> Int {
            let database = try address.open(vault: .test)
            defer { database.close() }
            return try database.schemaVersion()
        }

        /// As after a kill during `init`.
        func begun(_ engine: Engine) throws {
            let place = try TemporaryDatabase(engine)
            let address = try DatabaseAddress(place.address)
            let database = try address.open(vault: .test, creating: true)
            try database.migrate([])
            database.close()
            #expect(code { try migrate(address, creating: false) } == .noDatabase)
            try migrate(address, creating: true)
        }

        func empty() throws {
            let place = try TemporaryDatabase(.sqlite)
            let log = "\(place.path)-wal"
            try Data().write(to: URL(filePath: place.path))
            try Data("commits".utf8).write(to: URL(filePath: log))
            #expect(code { _ = try SQLiteDatabase(path: place.path, vault: .test) } == .noDatabase)
            #expect(code { _ = try SQLiteDatabase(path: place.path, vault: .test, creating: true) } == .strayLog)
            #expect(try Data(contentsOf: URL(filePath: place.path)).isEmpty)
            #expect(try Data(contentsOf: URL(filePath: log)) == Data("commits".utf8))
            try FileManager.default.removeItem(atPath: log)
            try SQLiteDatabase(path: place.path, vault: .test, creating: true).close()
        }

        func strayLog() throws {
            let place = try TemporaryDatabase(.sqlite)
            let log = "\(place.path)-wal"
            try Data("commits".utf8).write(to: URL(filePath: log))
            let error = #expect(throws: StorageError.self) {
                try SQLiteDatabase(path: place.path, vault: .test, creating: true)
            }
            #expect(error?.code == .strayLog)
            #expect(error?.detail == log)
            #expect(try FileManager.default.contentsOfDirectory(atPath: place.folder) == ["test.db-wal"])
        }

        func replaced() throws {
            let place = try TemporaryDatabase(.sqlite)
            let database = try SQLiteDatabase(path: place.path, vault: .test, creating: true)
            defer { database.close() }
            try database.migrate(testSchema)
            try database.expectPlace()
            let aside = "\(place.folder)/aside.db"
            let files = FileManager.default
            try files.moveItem(atPath: place.path, toPath: aside)
            #expect(code { try database.expectPlace() } == .fileReplaced)
            #expect(code { try database.read { _ in } } == .fileReplaced)
            try files.copyItem(atPath: aside, toPath: place.path)
            #expect(code { try database.expectPlace() } == .fileReplaced)
            #expect(code { try database.read { _ in } } == .fileReplaced)
            try files.removeItem(atPath: place.path)
            try files.moveItem(atPath: aside, toPath: place.path)
            try database.expectPlace()
            #expect(try database.read { try $0.rows("SELECT id FROM item").isEmpty })
        }
    }
}
