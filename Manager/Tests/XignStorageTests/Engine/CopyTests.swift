import DatabaseFixture
import Foundation
import Testing
import Threads
import XignDomain

@testable import XignStorage

extension Storage {
    struct Copies {
        @Test("Copies of an SQLite file", arguments: TestCase.all(tests))
        func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

        static let tests: [TestCase<Self>] = [
            TestCase("a copy that is made while threads write ends, and is one snapshot", underLoad),
            TestCase("a copy has no deleted value, and its owner alone reads it", deleted),
            TestCase("no copy takes the place of a file", existing),
            TestCase("a copy tells its steps, and how much of its size is written", progress),
            TestCase(
                "a file with a page of other bytes is damaged, and one without SQLite's header is no database", damaged),
            TestCase("a file is held alone only where nobody has it open, and then nobody opens it", exclusive),
            TestCase("whoever waited for a file that was replaced meanwhile does not use the old one", replaced),
        ]

        private let place: TemporaryDatabase
        private var copy: String { "\(place.folder)/copy" }

        init() throws { place = try TemporaryDatabase(.sqlite) }

        func underLoad() throws {
            let database = try SQLiteDatabase(path: place.path, vault: .test, creating: true)
            defer { database.close() }
            try database.migrate(testSchema)
            // Each transaction adds an item and its part: a copy between two of them has as many of both.
            let isStopped = Locked(false)
            let writers = Locked(4)
            for thread in 0..<4 {
                startThread("writes") {
                    var number = thread
                    while !isStopped.withLock({ $0 }) {
                        let (id, item, part) = (number, "item \(number)", Array("part \(number)".utf8))
                        try? database.write { transaction in
                            try transaction.execute("INSERT INTO item (id, name) VALUES (\(id), \(item))")
                            try transaction.execute("INSERT INTO part (id, item) VALUES (\(part), \(id))")
                        }
                        number += 4
                    }
                    writers.withLock { $0 -= 1 }
                    writers.broadcast()
                }
            }
            func written() throws -> Int {
                try database.read { try $0.one("SELECT count(*) AS count FROM item")("count", as: Int.self) }
            }
            while try written() < 100 {}
            let before = try written()
            try SQLiteCopy.Source(place.path).write(to: copy)
            isStopped.withLock { $0 = true }
            _ = writers.wait { $0 == 0 ? true : nil }
            let restored = try SQLiteDatabase(path: copy, vault: .test, creating: true)
            defer { restored.close() }
            let (items, parts) = try restored.read { transaction in
                (
                    try transaction.one("SELECT count(*) AS count FROM item")("count", as: Int.self),
                    try transaction.one("SELECT count(*) AS count FROM part")("count", as: Int.self)
                )
            }
            #expect(items == parts)
            #expect(items >= before)
            #expect(try items <= written())
        }

        func progress() throws {
            let database = try SQLiteDatabase(path: place.path, vault: .test, creating: true)
            defer { database.close() }
            try database.migrate(testSchema)
            try database.write { transaction in
                for id in 0..<3_000 {
                    let name = String(repeating: "name \(id) ", count: 50)
                    try transaction.execute("INSERT INTO item (id, name) VALUES (\(id), \(name))")
                }
            }
            let told = Locked<[WorkProgress]>([])
            try SQLiteCopy.Source(place.path).write(to: copy) { progress in told.withLock { $0.append(progress) } }
            let steps = told.withLock { $0 }
            #expect(steps.first == WorkProgress(.checkingDatabase))
            #expect(steps.last == WorkProgress(.checkingCopy))
            let copying = steps.dropFirst().dropLast()
            #expect(copying.allSatisfy { $0.step == .copyingDatabase })
            // The total is that of the whole copy.
            #expect(Set(copying.map(\.total)) == [SQLiteFile.size(copy)])
            let sizes = copying.compactMap(\.done)
            #expect(sizes.count == copying.count && sizes == sizes.sorted())
            #expect(sizes.last ?? 0 > 100_000)
        }

        func deleted() throws {
            let secret = "a key whose time has passed"
            let database = try SQLiteDatabase(path: place.path, vault: .test, creating: true)
            defer { database.close() }
            try database.migrate(testSchema)
            try database.write { try $0.execute("INSERT INTO item (id, name) VALUES (1, \(secret))") }
            try database.write { try $0.execute("DELETE FROM item WHERE id = 1") }
            // The WAL still has it.
            let log = try Data(contentsOf: URL(filePath: "\(place.path)-wal"))
            #expect(log.firstRange(of: Data(secret.utf8)) != nil)
            try SQLiteCopy.Source(place.path).write(to: copy)
            #expect(try Data(contentsOf: URL(filePath: copy)).firstRange(of: Data(secret.utf8)) == nil)
            let permissions = try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions] as? Int
            #expect(permissions == 0o600)
        }

        func existing() throws {
            let database = try SQLiteDatabase(path: place.path, vault: .test, creating: true)
            defer { database.close() }
            try Data("precious".utf8).write(to: URL(filePath: copy))
            #expect(throws: StorageError.self) { try SQLiteCopy.Source(place.path).write(to: copy) }
            #expect(try Data(contentsOf: URL(filePath: copy)) == Data("precious".utf8))
        }

        func damaged() throws {
            do {
                let database = try SQLiteDatabase(path: place.path, vault: .test, creating: true)
                defer { database.close() }
                try database.migrate(testSchema)
                try SQLiteCopy.Source(place.path).write(to: copy)
            }
            try SQLiteCopy.check(copy)
            var bytes = try Data(contentsOf: URL(filePath: copy))
            bytes.replaceSubrange(4096..<8192, with: Data(repeating: 0xA5, count: 4096))
            try bytes.write(to: URL(filePath: copy))
            #expect(code { try SQLiteCopy.check(copy) } == .corrupt)
            try Data("no database at all, and longer than a header".utf8).write(to: URL(filePath: copy))
            #expect(code { try SQLiteCopy.check(copy) } == .notADatabase)
        }

        func exclusive() throws {
            let options = {
                var options = SQLiteDatabase.Options()
                options.timeout = .milliseconds(50)
                return options
            }()
            let database = try SQLiteDatabase(path: place.path, vault: .test, creating: true)
            try database.migrate(testSchema)
            #expect(code { _ = try ExclusiveSQLiteFile(place.path) } == .timeout)
            database.close()
            let held = try ExclusiveSQLiteFile(place.path)
            withExtendedLifetime(held) {
                #expect(
                    code { _ = try SQLiteDatabase(path: place.path, vault: .test, creating: true, options: options) }
                        == .timeout)
                #expect(!FileManager.default.fileExists(atPath: "\(place.path)-wal"))
            }
        }

        func replaced() throws {
            try SQLiteDatabase(path: place.path, vault: .test, creating: true).close()
            try SQLiteDatabase(path: copy, vault: .test, creating: true).close()
            var held: ExclusiveSQLiteFile? = try ExclusiveSQLiteFile(place.path)
            let outcome = Locked<[StorageError.Code?]>([])
            startThread("opens") { [place] in
                let result = code { try SQLiteDatabase(path: place.path, vault: .test, creating: true).close() }
                outcome.withLock { $0.append(result) }
                outcome.broadcast()
            }
            // Wherever the thread is by now, it either waits for the lock or begins with the new file.
            #expect(rename(copy, place.path) == 0)
            withExtendedLifetime(held) {}
            held = nil
            let result = outcome.wait { $0.first }
            #expect(result == .timeout || result == nil)
            try SQLiteDatabase(path: place.path, vault: .test, creating: true).close()
        }
    }
}
