import DatabaseFixture
import Foundation
import Testing
import Threads

@testable import XignStorage

extension Storage {
    struct DamagedFiles {
        @Test("Damaged SQLite files", arguments: TestCase.all(tests))
        func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

        static let tests: [TestCase<Self>] = [
            TestCase("no copy is made of a file with three flipped pages, whichever they are", copies),
            TestCase(
                "a database is damaged from the first statement that finds it until it is opened again", found,
                each: [true, false]),
            TestCase("a check of the whole file finds damage that no statement has met", checked),
            TestCase("a file whose header was overwritten is no database", header),
            TestCase("a row that refers to none is told, and ends no service and no backup", orphan),
            TestCase("an examination ends when the program does", interrupted),
        ]

        private let place: TemporaryDatabase
        private static let pageSize = 4096

        /// Makes a file with many pages of indexes.
        init() throws {
            place = try TemporaryDatabase(.sqlite)
            let database = try SQLiteDatabase(path: place.path, vault: .test, creating: true)
            defer { database.close() }
            try database.migrate(testSchema)
            try database.write { transaction in
                for number in 0..<2_000 {
                    let name = String(repeating: "item \(number) ", count: 12)
                    try transaction.execute("INSERT INTO item (id, name) VALUES (\(number), \(name))")
                    let part = Array("part \(number)".utf8)
                    try transaction.execute("INSERT INTO part (id, item) VALUES (\(part), \(number))")
                }
            }
        }

        /// Numbers that a seed determines (SplitMix64).
        private struct Numbers: RandomNumberGenerator {
            var state: UInt64

            mutating func next() -> UInt64 {
                state &+= 0x9E37_79B9_7F4A_7C15
                var z = state
                z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
                z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
                return z ^ (z >> 31)
            }
        }

        /// Writes a file with random bytes in some pages, from 1, to a new name.
        private func flipped(_ pages: some Sequence<Int>, of file: String, seed: UInt64 = 1) throws -> String {
            var (numbers, bytes) = (Numbers(state: seed), try Data(contentsOf: URL(filePath: file)))
            for page in pages {
                let begin = (page - 1) * Self.pageSize
                for index in begin..<begin + Self.pageSize { bytes[index] = .random(in: 0...255, using: &numbers) }
            }
            let path = "\(file)-damaged-\(seed)"
            try bytes.write(to: URL(filePath: path))
            return path
        }

        private static func pageCount(_ file: String) throws -> Int {
            try Data(contentsOf: URL(filePath: file)).count / pageSize
        }

        /// The pages of the leaves of an index: nobody reads them who copies tables alone.
        private func indexPages() throws -> [Int] {
            let bytes = try Data(contentsOf: URL(filePath: place.path))
            return (2...(try Self.pageCount(place.path))).filter { bytes[($0 - 1) * Self.pageSize] == 10 }
        }

        private func copyCode(_ path: String) -> StorageError.Code? {
            code { try SQLiteCopy.Source(path).write(to: "\(path).copy") }
        }

        func copies() throws {
            let file = "\(place.folder)/manager"
            let database = try SQLiteDatabase(path: file, vault: .test, creating: true)
            try database.migrate(Schema.migrations)
            database.close()
            #expect(copyCode(file) == nil)
            let count = try Self.pageCount(file)
            var copiedUnchecked = 0
            for seed in 0..<21 as Range<UInt64> {
                var numbers = Numbers(state: seed)
                let pages = (2...count).shuffled(using: &numbers).prefix(3)
                let path = try flipped(pages, of: file, seed: seed)
                let isCopied = code { try copyUnchecked(path) } == nil
                if isCopied { copiedUnchecked += 1 }
                #expect(copyCode(path) != nil, "\(seed), pages \(pages)")
                #expect(!FileManager.default.fileExists(atPath: "\(path).copy"))
            }
            // Otherwise a check of the copy alone would do.
            #expect(copiedUnchecked > 0)
        }

        private func copyUnchecked(_ path: String) throws {
            let connection = try SQLiteConnection(path, as: .reader, options: SQLiteDatabase.Options())
            _ = try connection.rows("VACUUM INTO \("\(path).unchecked")")
            try SQLiteCopy.check("\(path).unchecked")
        }

        func found(_ isWrite: Bool) throws {
            let path = try flipped(try indexPages(), of: place.path)
            let database = try SQLiteDatabase(path: path, vault: .test, creating: true)
            #expect(!database.isDamaged)
            #expect(try database.read { try $0.rows("SELECT id FROM item WHERE id = 7") }.count == 1)
            #expect(!database.isDamaged)
            let result = code {
                if isWrite {
                    try database.write { try $0.execute("INSERT INTO item (id, name) VALUES (5000, 'item')") }
                } else {
                    _ = try database.read { try $0.rows("SELECT id FROM item WHERE name = 'item'") }
                }
            }
            #expect(result == .corrupt)
            #expect(database.isDamaged)
            #expect(try database.read { try $0.rows("SELECT id FROM item WHERE id = 7") }.count == 1)
            #expect(database.isDamaged)
            database.close()
            let again = try SQLiteDatabase(path: path, vault: .test, creating: true)
            #expect(!again.isDamaged)
            again.close()
        }

        func checked() throws {
            let database = try SQLiteDatabase(path: try flipped(try indexPages(), of: place.path), vault: .test)
            defer { database.close() }
            if case .file(let damage, let journal)? = try database.condition(unless: { false }) {
                #expect(damage != nil)
                #expect(journal == "wal")
            }
            #expect(database.isDamaged)
        }

        func header() throws {
            let file = try FileHandle(forWritingTo: URL(filePath: place.path))
            try file.write(contentsOf: Data(repeating: 0xA5, count: 100))
            try file.close()
            #expect(code { _ = try SQLiteDatabase(path: place.path, vault: .test, creating: true) } == .notADatabase)
            #expect(copyCode(place.path) == .notADatabase)
        }

        func interrupted() throws {
            let database = try SQLiteDatabase(path: place.path, vault: .test, creating: true)
            defer { database.close() }
            let (isBegun, isOver, hasEnded) = (Locked(false), Locked(false), Locked(false))
            startThread("interrupting") {
                while !isOver.withLock({ $0 }) {
                    database.interruptExamination()
                    isBegun.withLock { $0 = true }
                    isBegun.broadcast()
                }
                hasEnded.withLock { $0 = true }
                hasEnded.broadcast()
            }
            isBegun.wait { $0 ? () : nil }
            // One that is over before the next interruption begins anew. The last one is interrupted.
            var isStopping = false
            repeat {
                isStopping = false
            } while try database.condition(unless: {
                defer { isStopping = true }
                return isStopping
            }) != nil
            isOver.withLock { $0 = true }
            hasEnded.wait { $0 ? () : nil }
            guard case .file(nil, _)? = try database.condition(unless: { false }) else {
                Issue.record("the next examination is not as before")
                return
            }
        }

        func orphan() throws {
            #expect(try ChildProcess.status(of: "/usr/bin/sqlite3", place.path, "DELETE FROM item WHERE id = 7") == 0)
            let database = try SQLiteDatabase(path: place.path, vault: .test, creating: true)
            defer { database.close() }
            if case .file(let damage, _)? = try database.condition(unless: { false }) {
                #expect(damage?.contains("refers") == true)
            }
            #expect(!database.isDamaged)
            #expect(copyCode(place.path) == nil)
        }
    }
}
