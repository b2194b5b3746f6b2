import DatabaseFixture
import Testing
import Threads

@testable import XignStorage

extension Storage {
    struct PreparedStatements {
        @Test(arguments: TestCase.all(tests))
        func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

        static let tests: [TestCase<Self>] = [
            TestCase("prepared statements survive a change of the schema", schemaChange, each: Engine.allCases),
            TestCase(
                "after a conflict, a connection to PostgreSQL keeps its prepared statements", conflictKeepsStatements),
            TestCase(
                "lists of 600 lengths neither fail nor fill the statement cache", manyStatements, each: Engine.allCases),
        ]

        func schemaChange(_ engine: Engine) throws {
            try withDatabase(engine) { database in
                try database.write { try $0.execute("INSERT INTO item (id) VALUES (1)") }
                let all: SQL = "SELECT * FROM item WHERE id = \(1)"
                for _ in 0..<3 { #expect(try database.read { try $0.row(all)?.values.count } == 5) }
                let second = Migration(
                    2, ["ALTER TABLE item ADD COLUMN extra \(.text)", "UPDATE item SET extra = 'new'"])
                try database.migrate(testSchema + [second])
                let errors = concurrently(8) { _ in
                    let read = try database.read { try $0.row(all)?("extra", as: String.self) }
                    let alone = try database.readStatement { try $0.row(all)?("extra", as: String.self) }
                    let written = try database.write { try $0.row(all)?("extra", as: String.self) }
                    #expect(read == "new")
                    #expect(alone == "new")
                    #expect(written == "new")
                }
                #expect(errors.isEmpty, "\(errors)")
            }
        }

        func conflictKeepsStatements() throws {
            let place = try TemporaryDatabase(.postgreSQL)
            let database = try place.open(), other = try place.open()
            defer { database.close() }
            defer { other.close() }
            try database.migrate(testSchema)
            try database.write { try $0.execute("INSERT INTO item (id, number) VALUES (1, 0)") }
            let runs = Locked(0)
            let kept = try database.write { transaction in
                let run = runs.withLock { runs in
                    runs += 1
                    return runs
                }
                let kept: Int = try transaction.one("SELECT COUNT(*) AS count FROM pg_prepared_statements")("count")
                _ = try transaction.rows("SELECT number FROM item WHERE id = 1")
                if run == 1 { try other.write { try $0.execute("UPDATE item SET number = 1 WHERE id = 1") } }
                try transaction.execute("UPDATE item SET number = number + 1 WHERE id = 1")
                return kept
            }
            #expect(runs.withLock { $0 } == 2)
            // The three statements of the first run.
            #expect(kept >= 3)
        }

        func manyStatements(_ engine: Engine) throws {
            try withDatabase(engine) { database in
                for length in 1...600 {
                    let found = try database.read {
                        try $0.rows("SELECT id FROM item WHERE id IN (\(Array(0..<length)))")
                    }
                    #expect(found.isEmpty)
                }
                guard engine == .postgreSQL else { return }
                // One transaction at a time uses one connection.
                let count: Int = try database.read {
                    try $0.one("SELECT COUNT(*) AS count FROM pg_prepared_statements")("count")
                }
                #expect(count < 300)
            }
        }
    }
}
