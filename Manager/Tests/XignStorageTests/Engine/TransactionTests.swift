import DatabaseFixture
import Testing
import Threads

@testable import XignStorage

extension Storage {
    struct Transactions {
        @Test(arguments: TestCase.all(tests))
        func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

        static let tests: [TestCase<Self>] = [
            TestCase("of 50 attempts at once on a limit of 5, exactly 5 pass", limit, each: Engine.allCases, [1, 2]),
            TestCase("increments from 32 threads are all counted", increments, each: Engine.allCases),
            TestCase(
                "write skew: of two who each see the other on duty, one may leave", writeSkew, each: Engine.allCases),
            TestCase("a transaction is serializable whatever its session's default is", serializable),
            TestCase("a closure that throws rolls back its own transaction alone", isolation, each: Engine.allCases),
            TestCase(
                "the first failed statement ends the transaction, even if its error is swallowed", poisoned,
                each: Engine.allCases),
            TestCase("a transaction that is kept beyond its closure is dead", kept, each: Engine.allCases),
            TestCase(
                "the captures of a closure are released before its write returns, and not later on the engine's thread",
                letGo, each: Engine.allCases),
            TestCase(
                "a read sees one snapshot, every write that returned, and cannot write", snapshot, each: Engine.allCases
            ),
            TestCase(
                "a transaction inside a transaction is refused instead of waiting for itself", nested,
                each: Engine.allCases),
            TestCase("calls before close are executed, and later calls are refused", closed, each: Engine.allCases),
            TestCase("statements, transactions and commits are counted", statistics, each: Engine.allCases),
        ]

        func limit(_ engine: Engine, openings: Int) throws {
            let place = try TemporaryDatabase(engine)
            let databases = try (0..<openings).map { _ in try place.open() }
            defer { for database in databases { database.close() } }
            try databases[0].migrate(testSchema)
            try databases[0].write { try $0.execute("INSERT INTO item (id, number) VALUES (1, 0)") }
            let passed = Locked(0)
            let errors = concurrently(50) { index in
                let isAllowed = try databases[index % openings].write { transaction in
                    // Read, decide, write: a lost update, unless transactions are serializable.
                    let count: Int = try transaction.one("SELECT number FROM item WHERE id = 1")("number")
                    guard count < 5 else { return false }
                    try transaction.execute("UPDATE item SET number = \(count + 1) WHERE id = 1")
                    return true
                }
                if isAllowed { passed.withLock { $0 += 1 } }
            }
            #expect(errors.isEmpty, "\(errors)")
            #expect(passed.withLock { $0 } == 5)
        }

        func increments(_ engine: Engine) throws {
            try withDatabase(engine) { database in
                try database.write { try $0.execute("INSERT INTO item (id, number) VALUES (1, 0)") }
                let errors = concurrently(32) { _ in
                    for _ in 0..<10 {
                        try database.write { try $0.execute("UPDATE item SET number = number + 1 WHERE id = 1") }
                    }
                }
                #expect(errors.isEmpty, "\(errors)")
                #expect(try database.read { try $0.row("SELECT number FROM item")?("number") } == 320)
            }
        }

        func writeSkew(_ engine: Engine) throws {
            try withDatabase(engine) { database in
                for round in 0..<10 {
                    try database.write { transaction in
                        try transaction.execute("DELETE FROM item")
                        for id in 0..<2 {
                            try transaction.execute("INSERT INTO item (id, flag) VALUES (\(id), TRUE)")
                        }
                    }
                    let errors = concurrently(2) { id in
                        try database.write { transaction in
                            let onDuty = try transaction.rows("SELECT id FROM item WHERE flag = TRUE").count
                            guard onDuty > 1 else { return }
                            try transaction.execute("UPDATE item SET flag = FALSE WHERE id = \(id)")
                        }
                    }
                    #expect(errors.isEmpty, "\(errors)")
                    let left = try database.read { try $0.rows("SELECT id FROM item WHERE flag = TRUE").count }
                    #expect(left == 1, "round \(round)")
                }
            }
        }

        func serializable() throws {
            let place = try TemporaryDatabase(.postgreSQL)
            var options = PostgreSQLDatabase.Options()
            options.connections = 1
            let database = try PostgreSQLDatabase(url: place.address, vault: .test, creating: true, options: options)
            defer { database.close() }
            try database.write { try $0.execute("SET default_transaction_isolation = 'read committed'") }
            let level = try database.write { try $0.one("SHOW transaction_isolation").values[0] }
            #expect(level == .text("serializable"))
        }

        func isolation(_ engine: Engine) throws {
            try withDatabase(engine) { database in
                let errors = concurrently(64) { id in
                    try database.write { transaction in
                        try transaction.execute("INSERT INTO item (id, number) VALUES (\(id), 1)")
                        if id % 2 == 1 { throw Refused() }
                        if id % 4 == 2 { try transaction.execute("INSERT INTO item (id) VALUES (\(id))") }
                    }
                }
                #expect(errors.count { $0 is Refused } == 32)
                #expect(errors.count { ($0 as? StorageError)?.code == .uniqueViolation } == 16)
                #expect(errors.count == 48)
                let kept = try database.read { try $0.rows("SELECT id FROM item ORDER BY id") }
                #expect(try kept.map { try $0("id", as: Int.self) } == Array(stride(from: 0, to: 64, by: 4)))
            }
        }

        func poisoned(_ engine: Engine) throws {
            try withDatabase(engine) { database in
                try database.write { try $0.execute("INSERT INTO item (id) VALUES (1)") }
                let next = Locked<StorageError.Code?>(nil)
                let outer = code {
                    try database.write { transaction in
                        try transaction.execute("INSERT INTO item (id) VALUES (2)")
                        try? transaction.execute("INSERT INTO item (id) VALUES (1)")
                        let second = code { try transaction.execute("SELECT 1 AS one") }
                        next.withLock { $0 = second }
                    }
                }
                #expect(outer == .transactionFailed)
                #expect(next.withLock { $0 } == .transactionFailed)
                #expect(try database.read { try $0.rows("SELECT id FROM item").count } == 1)
            }
        }

        func kept(_ engine: Engine) throws {
            try withDatabase(engine) { database in
                var kept: (any Transaction)?
                try database.read { kept = $0 }
                let transaction = try #require(kept)
                #expect(code { try transaction.execute("INSERT INTO item (id) VALUES (1)") } == .transactionFailed)
                try? database.read {
                    kept = $0
                    throw Refused()
                }
                let other = try #require(kept)
                #expect(code { try other.execute("INSERT INTO item (id) VALUES (1)") } == .transactionFailed)
                #expect(try database.read { try $0.rows("SELECT id FROM item").count } == 0)
            }
        }

        func letGo(_ engine: Engine) throws {
            try withDatabase(engine) { database in
                for id in 0..<300 {
                    weak let held: Held?
                    do {
                        let holder = Held()
                        held = holder
                        try database.write {
                            try $0.execute("INSERT INTO item (id) VALUES (\(id))")
                            withExtendedLifetime(holder) {}
                        }
                    }
                    try #require(held == nil)
                }
            }
        }

        private final class Held: Sendable {}

        func snapshot(_ engine: Engine) throws {
            try withDatabase(engine) { database in
                try database.write { try $0.execute("INSERT INTO item (id) VALUES (1)") }
                try database.read { transaction in
                    let before = try transaction.rows("SELECT id FROM item").count
                    let errors = concurrently(1) { _ in
                        try database.write { try $0.execute("INSERT INTO item (id) VALUES (2)") }
                    }
                    let after = try transaction.rows("SELECT id FROM item").count
                    #expect(errors.isEmpty, "\(errors)")
                    #expect(before == 1)
                    #expect(after == 1)
                }
                #expect(try database.read { try $0.rows("SELECT id FROM item").count } == 2)
                #expect(code { try database.read { try $0.execute("DELETE FROM item") } } == .readOnly)
                #expect(code { try database.read { try $0.notify("session", "1") } } == .readOnly)
                #expect(try database.read { try $0.rows("SELECT id FROM item").count } == 2)
            }
        }

        func nested(_ engine: Engine) throws {
            try withDatabase(engine) { database in
                let one: SQL = "SELECT 1 AS one"
                #expect(
                    code { try database.write { _ in try database.write { try $0.execute(one) } } }
                        == .nestedTransaction)
                #expect(
                    code { try database.write { _ in try database.read { try $0.execute(one) } } } == .nestedTransaction
                )
                #expect(
                    code { try database.read { _ in try database.write { try $0.execute(one) } } } == .nestedTransaction
                )
                #expect(
                    code { try database.read { _ in try database.read { try $0.execute(one) } } } == .nestedTransaction)
                try database.write { try $0.execute("INSERT INTO item (id) VALUES (1)") }
            }
        }

        func closed(_ engine: Engine) throws {
            let place = try TemporaryDatabase(engine)
            let database = try place.open()
            try database.migrate(testSchema)
            let begun = Locked(0), written = Locked(0)
            startThread("closing") {
                _ = begun.wait { $0 >= 16 ? true : nil }
                database.close()
            }
            let errors = concurrently(16) { thread in
                for number in 0... {
                    try database.write { try $0.execute("INSERT INTO item (id) VALUES (\(number * 16 + thread))") }
                    written.withLock { $0 += 1 }
                    begun.withLock { $0 += 1 }
                    begun.signal()
                }
            }
            #expect(errors.count == 16)
            #expect(errors.allSatisfy { ($0 as? StorageError)?.code == .closed }, "\(errors)")
            database.close()
            #expect(code { try database.read { try $0.execute("SELECT 1 AS one") } } == .closed)
            let again = try place.open()
            defer { again.close() }
            #expect(try again.read { try $0.rows("SELECT id FROM item").count } == written.withLock { $0 })
        }

        func statistics(_ engine: Engine) throws {
            try withDatabase(engine) { database in
                let before = database.statistics
                for id in 0..<3 { try database.write { try $0.execute("INSERT INTO item (id) VALUES (\(id))") } }
                try? database.write { _ in throw Refused() }
                _ = try database.read { try $0.rows("SELECT id FROM item") }
                let after = database.statistics
                #expect(after.statements - before.statements == 4)
                #expect(after.transactions - before.transactions == 3)
                #expect(after.commits - before.commits == 3)
                #expect(after.retries == 0)
            }
        }
    }
}
