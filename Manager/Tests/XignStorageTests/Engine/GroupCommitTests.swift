import DatabaseFixture
import Eventually
import Testing
import Threads

@testable import XignStorage

extension Storage {
    struct GroupCommit {
        @Test(arguments: TestCase.all(tests))
        func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

        static let tests: [TestCase<Self>] = [
            TestCase("transactions that wait at the same time share one durable commit", shared),
            TestCase("awaited transactions share a commit, and none of them blocks their thread", awaited),
            TestCase("an awaited write throws the closure's own error, and .closed after close", awaitedErrors),
            TestCase("a transaction that fails before it has written does not make the others run again", refused),
            TestCase(
                "a transaction that fails after it has written is rolled back alone: the others run again and are kept",
                takenBack),
            TestCase("when the commit fails, every transaction of the batch fails, and nothing is kept", failed),
        ]

        func shared() throws {
            try withSQLite { database in
                let outcome = try atOnce(64, on: database) { id, transaction in
                    try transaction.execute("INSERT INTO item (id) VALUES (\(id))")
                }
                #expect(outcome.errors.isEmpty, "\(outcome.errors)")
                #expect(outcome.runs == 64)
                #expect(outcome.commits == 2)
                #expect(try database.read { try $0.rows("SELECT id FROM item").count } == 64)
            }
        }

        func awaited() throws {
            try withSQLite { database in
                let before = database.statistics
                let pool = WorkerPool("test", threads: 1)
                defer { pool.stop() }
                let hasBegun = Locked(false), maySucceed = Locked(false), done = Locked(0)
                func write(_ id: Int, _ body: @escaping @Sendable () -> Void = {}) {
                    Task(executorPreference: pool) {
                        try await database.write { transaction in
                            try transaction.execute("INSERT INTO item (id) VALUES (\(id))")
                            body()
                        }
                        done.withLock { $0 += 1 }
                        done.broadcast()
                    }
                }
                write(0) {
                    hasBegun.withLock { $0 = true }
                    hasBegun.broadcast()
                    _ = maySucceed.wait { $0 ? true : nil }
                }
                #expect(hasBegun.wait(milliseconds: 10_000) { $0 ? true : nil } == true)
                for id in 1..<64 { write(id) }
                #expect(eventually(seconds: 20) { database.waitingWrites == 63 })
                #expect(done.withLock { $0 } == 0)
                maySucceed.withLock { $0 = true }
                maySucceed.broadcast()
                #expect(done.wait(milliseconds: 20_000) { $0 == 64 ? true : nil } == true)
                #expect(database.statistics.commits - before.commits == 2)
            }
        }

        func awaitedErrors() throws {
            try withSQLite { database in
                let refused = runOnThisThread { await error(of: { try await database.write { _ in throw Refused() } }) }
                #expect(refused is Refused)
                database.close()
                let closed = runOnThisThread { await error(of: { try await database.write { _ in } }) }
                #expect((closed as? StorageError)?.code == .closed)
            }
        }

        private func error(of body: () async throws -> Void) async -> (any Error)? {
            do { try await body() } catch { return error }
            return nil
        }

        func refused() throws {
            try withSQLite { database in
                let outcome = try atOnce(64, on: database) { id, transaction in
                    _ = try transaction.rows("SELECT id FROM item")
                    if id % 2 == 1 { throw Refused() }
                    try transaction.execute("INSERT INTO item (id) VALUES (\(id))")
                }
                #expect(outcome.errors.count == 32)
                #expect(outcome.runs == 64)
                #expect(outcome.commits == 2)
                #expect(try database.read { try $0.rows("SELECT id FROM item").count } == 32)
            }
        }

        func takenBack() throws {
            try withSQLite { database in
                let outcome = try atOnce(64, on: database) { id, transaction in
                    try transaction.execute("INSERT INTO item (id) VALUES (\(id))")
                    if id == 63 { throw Refused() }
                }
                #expect(outcome.errors.count == 1)
                // The batch of 63 has begun twice, the first transaction once.
                #expect(outcome.runs > 64)
                #expect(outcome.runs <= 1 + 63 * 2)
                #expect(outcome.commits == 2)
                let kept = try database.read { try $0.rows("SELECT id FROM item ORDER BY id") }
                #expect(try kept.map { try $0("id", as: Int.self) } == Array(0..<63))
            }
        }

        private func withSQLite(_ body: (SQLiteDatabase) throws -> Void) throws {
            let place = try TemporaryDatabase(.sqlite)
            let database = try SQLiteDatabase(path: place.path, vault: .test, creating: true)
            defer { database.close() }
            try database.migrate(testSchema)
            try body(database)
        }

        /// Runs `count` transactions. The first waits until all others are queued, so that these share a commit.
        private func atOnce(
            _ count: Int, on database: SQLiteDatabase,
            _ body: @escaping @Sendable (Int, any Transaction) throws -> Void
        ) throws -> (errors: [any Error], runs: Int, commits: Int) {
            let before = database.statistics
            let hasBegun = Locked(false), runs = Locked(0)
            let errors = concurrently(count) { id in
                if id > 0 { _ = hasBegun.wait { $0 ? true : nil } }
                try database.write { transaction in
                    runs.withLock { $0 += 1 }
                    try body(id, transaction)
                    guard id == 0 else { return }
                    hasBegun.withLock { $0 = true }
                    hasBegun.broadcast()
                    _ = eventually(seconds: 20) { database.waitingWrites == count - 1 }
                }
            }
            return (errors, runs.withLock { $0 }, database.statistics.commits - before.commits)
        }

        func failed() throws {
            let place = try TemporaryDatabase(.sqlite)
            var options = SQLiteDatabase.Options()
            options.timeout = .milliseconds(100)
            let database = try SQLiteDatabase(path: place.path, vault: .test, creating: true, options: options)
            defer { database.close() }
            try database.migrate(testSchema)
            // To SQLite's locks, a connection in this process is like another process that writes.
            let holder = try SQLiteConnection(place.path, as: .writer, options: options)
            try holder.run("BEGIN IMMEDIATE")
            let errors = concurrently(8) { id in
                try database.write { try $0.execute("INSERT INTO item (id) VALUES (\(id))") }
            }
            #expect(errors.map { ($0 as? StorageError)?.code } == Array(repeating: .timeout, count: 8))
            try holder.run("ROLLBACK")
            #expect(try database.read { try $0.rows("SELECT id FROM item").isEmpty })
            try database.write { try $0.execute("INSERT INTO item (id) VALUES (1)") }
        }
    }
}
