import DatabaseFixture
import Foundation
import Testing
import Threads

@testable import XignStorage

extension Storage {
    struct FileFailures {
        @Test(arguments: TestCase.all(tests))
        func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

        static let tests: [TestCase<Self>] = [
            TestCase("deleted values are nowhere in the closed database", deleted),
            TestCase("a file that may not grow is reported as a full disk, and loses nothing", fullFile),
            TestCase("files of other programs are refused and left unchanged", foreign),
            TestCase("a missing folder and a folder in the place of the file have different codes", paths),
            TestCase("the file and its companions are readable by their owner alone", permissions),
            TestCase("a backup taken during writes is whole, and of one moment", backup),
        ]

        @Test(
            "a full disk is reported to every caller it concerns, and loses nothing",
            .enabled(if: isRoot, "only root may mount a small disk"))
        func fullDisk() throws {
            let place = try TemporaryDatabase(.sqlite)
            let disk = try SmallDisk(at: place.folder + "/disk")
            let path = disk.folder + "/test.db", reserve = disk.folder + "/reserve"
            try Data(count: 1 << 20).write(to: URL(fileURLWithPath: reserve))
            let database = try SQLiteDatabase(path: path, vault: .test, creating: true)
            try database.migrate(keptSchema)
            let acknowledged = fill(database)
            #expect(try numbers(database) == acknowledged)
            try FileManager.default.removeItem(atPath: reserve)
            try database.write { try $0.execute("INSERT INTO kept (number) VALUES (-1)") }
            database.close()
            let again = try SQLiteDatabase(path: path, vault: .test, creating: true)
            defer { again.close() }
            #expect(try numbers(again, from: -1) == acknowledged.union([-1]))
        }

        func deleted() throws {
            let place = try TemporaryDatabase(.sqlite)
            let path = place.folder + "/test.db", secret = "a key whose time has passed"
            func files(hold text: String) throws -> Bool {
                let names = try FileManager.default.contentsOfDirectory(atPath: place.folder)
                return try names.contains {
                    try Data(contentsOf: URL(fileURLWithPath: place.folder + "/" + $0)).contains(text.utf8)
                }
            }
            func change(_ body: @escaping @Sendable (any Transaction) throws -> Void) throws {
                let database = try SQLiteDatabase(path: path, vault: .test, creating: true)
                defer { database.close() }
                try database.migrate(testSchema)
                try database.write(body)
            }
            try change { try $0.execute("INSERT INTO item (id, name) VALUES (1, \(secret))") }
            #expect(try files(hold: secret))
            try change { try $0.execute("DELETE FROM item WHERE id = 1") }
            #expect(try !files(hold: secret))
        }

        func fullFile() throws {
            let place = try TemporaryDatabase(.sqlite)
            let database = try SQLiteDatabase(path: place.path, vault: .test, creating: true)
            defer { database.close() }
            try database.migrate(keptSchema)
            try database.write { try $0.execute("PRAGMA max_page_count = 200") }
            let acknowledged = fill(database)
            #expect(acknowledged.count > 10)
            #expect(try numbers(database) == acknowledged)
            try database.write { try $0.execute("PRAGMA max_page_count = 2000000") }
            try database.write { try $0.execute("INSERT INTO kept (number) VALUES (-1)") }
        }

        /// Writes from 8 threads until each was refused. Returns the numbers that were acknowledged.
        private func fill(_ database: SQLiteDatabase) -> Set<Int> {
            let filling = [UInt8](repeating: 1, count: 2_000)
            let acknowledged = Locked<Set<Int>>([])
            let errors = concurrently(8) { thread in
                for number in stride(from: thread, to: .max, by: 8) {
                    try database.write {
                        try $0.execute("INSERT INTO kept (number, filling) VALUES (\(number), \(filling))")
                    }
                    acknowledged.withLock { _ = $0.insert(number) }
                }
            }
            let codes = errors.map { ($0 as? StorageError)?.code }
            #expect(codes.count == 8)
            #expect(codes.allSatisfy { $0 == .full || $0 == .inputOutput }, "\(codes)")
            return acknowledged.withLock { $0 }
        }

        func foreign() throws {
            let place = try TemporaryDatabase(.sqlite)
            let foreign = place.folder + "/foreign.db", text = place.folder + "/text.db"
            #expect(try ChildProcess.status(of: "/usr/bin/sqlite3", foreign, "CREATE TABLE t (x)") == 0)
            try Data(String(repeating: "This is no database. ", count: 10).utf8).write(to: URL(fileURLWithPath: text))
            for (path, expected) in [(foreign, StorageError.Code.foreignDatabase), (text, .notADatabase)] {
                let before = try Data(contentsOf: URL(fileURLWithPath: path))
                #expect(code { _ = try SQLiteDatabase(path: path, vault: .test, creating: true) } == expected)
                #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
            }
        }

        func paths() throws {
            let place = try TemporaryDatabase(.sqlite)
            #expect(
                code { _ = try SQLiteDatabase(path: place.folder + "/absent/test.db", vault: .test, creating: true) }
                    == .notFound)
            #expect(code { _ = try SQLiteDatabase(path: place.folder, vault: .test, creating: true) } == .inputOutput)
        }

        @Test(
            "a file that this user may not read or write is refused, and the error names it",
            .enabled(if: isRoot, "only root can be somebody else"))
        func denied() throws {
            let place = try TemporaryDatabase(.sqlite)
            let readable = place.folder + "/readable.db", lonely = place.folder + "/lonely.db"
            for path in [place.path, readable, lonely] {
                let database = try SQLiteDatabase(path: path, vault: .test, creating: true)
                try database.migrate(testSchema)
                database.close()
            }
            try #require(try ChildProcess.status(of: "/bin/chmod", "755", place.folder) == 0)
            try #require(try ChildProcess.status(of: "/bin/chmod", "644", readable) == 0)
            // The file is writable, but its folder is not.
            try #require(try ChildProcess.status(of: "/bin/chmod", "666", lonely) == 0)
            for path in [place.path, readable, lonely, place.folder + "/new.db"] {
                let errors = concurrently(1) { _ in
                    // The user "nobody" for the file accesses of this thread alone.
                    let setFileUser = unsafeBitCast(
                        dlsym(nil, "setfsuid"), to: (@convention(c) (UInt32) -> Int32).self)
                    _ = setFileUser(65_534)
                    defer { _ = setFileUser(0) }
                    _ = try SQLiteDatabase(path: path, vault: .test, creating: true)
                }
                let error = try #require(errors.first as? StorageError)
                #expect(error.code == .accessDenied)
                #expect(error.description.contains(path), "\(error)")
            }
        }

        @Test("a read-only disk is reported as such", .enabled(if: isRoot, "only root may mount one"))
        func readOnly() throws {
            let place = try TemporaryDatabase(.sqlite)
            let disk = try SmallDisk(at: place.folder + "/disk")
            let path = disk.folder + "/test.db"
            let database = try SQLiteDatabase(path: path, vault: .test, creating: true)
            try database.migrate(testSchema)
            database.close()
            try disk.makeReadOnly()
            #expect(code { _ = try SQLiteDatabase(path: path, vault: .test, creating: true) } == .readOnly)
            #expect(
                code { _ = try SQLiteDatabase(path: disk.folder + "/new.db", vault: .test, creating: true) }
                    == .readOnly)
        }

        func permissions() throws {
            let place = try TemporaryDatabase(.sqlite)
            let database = try SQLiteDatabase(path: place.path, vault: .test, creating: true)
            defer { database.close() }
            try database.migrate(testSchema)
            for file in ["test.db", "test.db-wal", "test.db-shm"] {
                let attributes = try FileManager.default.attributesOfItem(atPath: "\(place.folder)/\(file)")
                #expect(attributes[.posixPermissions] as? Int == 0o600, "\(file)")
            }
            // Nothing else is left behind.
            #expect(try FileManager.default.contentsOfDirectory(atPath: place.folder).count == 3)
        }

        // The command of docs/operations.md. SQLite's `.backup` starts again after each write by another connection,
        // and so never ends while a manager is busy.
        func backup() throws {
            let place = try TemporaryDatabase(.sqlite)
            let database = try SQLiteDatabase(path: place.path, vault: .test, creating: true)
            defer { database.close() }
            try database.migrate(testSchema)
            try database.write { transaction in
                for id in 1...2 { try transaction.execute("INSERT INTO item (id, number) VALUES (\(id), 0)") }
                let filling = [UInt8](repeating: 1, count: 500)
                for id in 100..<3_000 {
                    try transaction.execute("INSERT INTO item (id, data) VALUES (\(id), \(filling))")
                }
            }
            struct Progress {
                var written = 0
                var isOver = false
            }
            let progress = Locked(Progress())
            let ended = Locked(false)
            startThread("writes") {
                while !progress.withLock({ $0.isOver }) {
                    // The two rows are equal at every moment.
                    try? database.write { try $0.execute("UPDATE item SET number = number + 1 WHERE id IN (1, 2)") }
                    progress.withLock { $0.written += 1 }
                    progress.signal()
                }
                ended.withLock { $0 = true }
                ended.signal()
            }
            for copy in 0..<3 {
                let target = place.folder + "/copy\(copy).db"
                let before = progress.withLock { $0.written }
                _ = progress.wait { $0.written > before ? true : nil }
                let command = "VACUUM INTO '\(target)'"
                #expect(try ChildProcess.status(of: "/usr/bin/sqlite3", place.path, command) == 0)
                // Writes went on meanwhile.
                #expect(progress.withLock { $0.written } > before + 1)
                let copied = try SQLiteDatabase(path: target, vault: .test, creating: true)
                defer { copied.close() }
                let rows = try copied.read { try $0.rows("SELECT number FROM item WHERE id < 3") }
                let counts = try rows.map { try $0("number", as: Int.self) }
                try #require(counts.count == 2)
                #expect(counts[0] == counts[1])
                #expect(counts[0] > before)
                #expect(try copied.read { try $0.row("PRAGMA integrity_check")?("integrity_check") } == "ok")
                try copied.migrate(testSchema)
            }
            progress.withLock { $0.isOver = true }
            _ = ended.wait { $0 ? true : nil }
        }
    }
}
