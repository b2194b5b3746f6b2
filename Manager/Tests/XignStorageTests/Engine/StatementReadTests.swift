import DatabaseFixture
import Testing
import Threads

@testable import XignStorage

extension Storage {
    struct StatementReads {
        @Test("Reads of one statement", arguments: TestCase.all(tests))
        func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

        static let tests: [TestCase<Self>] = [
            TestCase("one statement is sent without a transaction, two share a snapshot", snapshot),
            TestCase("a default of the session does not make it take part in conflicts", sessionDefault),
            TestCase("a read of one statement cannot write", readOnly, each: Engine.allCases),
            TestCase("a read of one statement that loses its connection is retried", lostConnection),
        ]

        private static let level: SQL = "SELECT current_setting('transaction_isolation') AS level"

        private func level(_ transaction: any Transaction) throws -> String { try transaction.one(Self.level)("level") }

        func snapshot() throws {
            try withDatabase(.postgreSQL) { database in
                #expect(try database.readStatement(level) == "read committed")
                let both = try database.readStatement { [try level($0), try level($0)] }
                #expect(both == ["repeatable read", "repeatable read"])
                // The error that asks for a snapshot is swallowed.
                let swallowed = try database.readStatement { [try level($0), (try? level($0)) ?? "none"] }
                #expect(swallowed == both)
                #expect(try database.readStatement(level) == "read committed")
            }
        }

        func sessionDefault() throws {
            let place = try TemporaryDatabase(.postgreSQL)
            let first = try place.open()
            try first.migrate(testSchema)
            try first.write {
                try $0.execute(
                    """
                    DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_isolation = serializable',
                    current_database()); END $$
                    """)
            }
            first.close()
            let database = try place.open()
            defer { database.close() }
            #expect(try database.readStatement(level) == "read committed")
        }

        func readOnly(_ engine: Engine) throws {
            try withDatabase(engine) { database in
                try database.write { try $0.execute("INSERT INTO item (id) VALUES (1)") }
                let deletion: SQL = "DELETE FROM item RETURNING id"
                let hidden: SQL = "WITH gone AS (DELETE FROM item RETURNING id) SELECT id FROM gone"
                #expect(code { try database.readStatement { try $0.execute("DELETE FROM item") } } == .readOnly)
                #expect(code { _ = try database.readStatement { try $0.rows(deletion) } } == .readOnly)
                #expect(code { try database.readStatement { try $0.notify("session", "1") } } == .readOnly)
                if engine == .postgreSQL {
                    #expect(code { _ = try database.readStatement { try $0.rows(hidden) } } == .readOnly)
                }
                #expect(try database.readStatement { try $0.rows("SELECT id FROM item").count } == 1)
            }
        }

        func lostConnection() throws {
            let place = try TemporaryDatabase(.postgreSQL)
            var options = PostgreSQLDatabase.Options()
            options.connections = 1
            let database = try PostgreSQLDatabase(url: place.address, vault: .test, creating: true, options: options)
            defer { database.close() }
            let other = try place.open()
            defer { other.close() }
            func process() throws -> Int {
                try database.readStatement { try $0.one("SELECT pg_backend_pid() AS id")("id") }
            }
            let former = try process()
            let ended: Bool = try other.read {
                try $0.one("SELECT pg_terminate_backend(CAST(\(former) AS INTEGER), 5000) AS ended")("ended")
            }
            #expect(ended)
            #expect(try process() != former)
            #expect(database.statistics.retries == 1)
        }
    }
}
