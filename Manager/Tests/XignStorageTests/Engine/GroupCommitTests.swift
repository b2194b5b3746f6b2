import DatabaseFixture
import Glibc
import Testing
import Threads

@testable import XignStorage

extension Storage {
    @Suite struct GroupCommit {
        @Test("transactions that wait at the same time share one durable commit")
        func shared() throws {
            let place = try Place(.sqlite)
            let database = try SQLiteDatabase(path: place.path)
            defer { database.close() }
            try database.migrate(testSchema)
            let before = database.statistics
            let hasBegun = Locked(false)
            let errors = concurrently(64) { id in
                if id > 0 { _ = hasBegun.wait { $0 ? true : nil } }
                try database.write { transaction in
                    try transaction.execute("INSERT INTO item (id) VALUES (\(id))")
                    guard id == 0 else { return }
                    // The first one holds up the others until all of them wait.
                    hasBegun.withLock { $0 = true }
                    hasBegun.broadcast()
                    let deadline = ContinuousClock.now + .seconds(20)
                    while database.waitingWrites < 63, ContinuousClock.now < deadline { sched_yield() }
                }
            }
            #expect(errors.isEmpty, "\(errors)")
            let after = database.statistics
            #expect(after.transactions - before.transactions == 64)
            #expect(after.commits - before.commits == 2)
            #expect(try database.read { try $0.rows("SELECT id FROM item").count } == 64)
        }

        @Test("when the commit fails, every transaction of the batch is told, and nothing is kept")
        func failed() throws {
            let place = try Place(.sqlite)
            var options = SQLiteDatabase.Options()
            options.patience = .milliseconds(100)
            let database = try SQLiteDatabase(path: place.path, options: options)
            defer { database.close() }
            try database.migrate(testSchema)
            // Another process that writes, as far as SQLite's locks are concerned.
            let holder = try SQLiteConnection(
                path: place.path, isReadOnly: false, settings: SQLiteConnection.Settings(), counters: Counters())
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
