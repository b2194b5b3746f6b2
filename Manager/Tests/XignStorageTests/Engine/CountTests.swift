import DatabaseFixture
import Metrics
import Testing
import Threads

@testable import XignStorage

extension Storage {
    struct Counts {
        @Test(arguments: TestCase.all(tests))
        func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

        static let tests: [TestCase<Self>] = [
            TestCase(
                "a transaction's counts hold once it is durable, and not if it fails", counts, each: Engine.allCases),
            TestCase("a transaction that runs again is counted once", repeated, each: Engine.allCases),
            TestCase(
                "each transaction has a duration, and a failure of the database a code", durations,
                each: Engine.allCases),
            TestCase("the usage is that of the moment", usage, each: Engine.allCases),
        ]

        private struct Refusal: Error {}

        func counts(_ engine: Engine) throws {
            try withDatabase(engine) { database in
                let cell = database.metrics.auditEvents[.loginConfirmed]
                try database.write { transaction in
                    try transaction.execute("INSERT INTO item (id, number) VALUES (1, 0)")
                    transaction.count(transaction.metrics.auditEvents[.loginConfirmed])
                    #expect(cell.current == 0)
                }
                #expect(cell.current == 1)
                #expect(throws: Refusal.self) {
                    try database.write { transaction in
                        try transaction.execute("INSERT INTO item (id, number) VALUES (2, 0)")
                        transaction.count(transaction.metrics.auditEvents[.loginConfirmed])
                        throw Refusal()
                    }
                }
                #expect(cell.current == 1)
                try database.read { $0.count($0.metrics.auditEvents[.loginConfirmed]) }
                #expect(cell.current == 1)
            }
        }

        func repeated(_ engine: Engine) throws {
            try withDatabase(engine) { database in
                try database.write { try $0.execute("INSERT INTO item (id, number) VALUES (1, 0)") }
                let runs = Locked(0)
                let errors = concurrently(16) { _ in
                    try database.write { transaction in
                        runs.withLock { $0 += 1 }
                        transaction.count(transaction.metrics.auditEvents[.loginConfirmed])
                        try transaction.execute("UPDATE item SET number = number + 1 WHERE id = 1")
                    }
                }
                #expect(errors.isEmpty, "\(errors)")
                #expect(runs.withLock { $0 } >= 16)
                #expect(database.metrics.auditEvents[.loginConfirmed].current == 16)
            }
        }

        func durations(_ engine: Engine) throws {
            try withDatabase(engine) { database in
                let metrics = database.metrics
                func count(_ kind: TransactionKind) -> Double? {
                    metrics.databaseDuration.samples.first {
                        $0.suffix == "_count" && $0.labels.contains { $0.value == kind.rawValue }
                    }?.value
                }
                let before = (count(.read) ?? 0, count(.write) ?? 0)
                try database.read { _ in }
                try database.write { try $0.execute("INSERT INTO item (id, number) VALUES (1, 0)") }
                #expect(throws: StorageError.self) {
                    try database.read { try $0.execute("INSERT INTO item (id, number) VALUES (2, 0)") }
                }
                #expect(throws: StorageError.self) {
                    try database.write { try $0.execute("INSERT INTO item (id, number) VALUES (1, 0)") }
                }
                #expect(count(.read) == before.0 + 2)
                #expect(count(.write) == before.1 + 2)
                let failures = DatabaseFailure.allCases.filter { metrics.databaseFailures[$0].current != 0 }
                #expect(failures == [.readOnly], "a unique violation is the caller's")
            }
        }

        func usage(_ engine: Engine) throws {
            try withDatabase(engine) { database in
                #expect(database.usage.connectionsInUse == 0)
                try database.read { _ in #expect(database.usage.connectionsInUse == 1) }
                #expect(database.usage.connectionsInUse == 0)
                #expect(database.usage.connections == 8)
                #expect((database.usage.waitingWrites == nil) == (engine == .postgreSQL))
            }
        }
    }
}
