import DatabaseFixture
import Foundation
import Testing
import Threads

@testable import XignStorage

extension Storage {
    /// Tests with a server of their own, which they stop.
    @Suite(.serialized) final class ServerFailures {
        @Test(arguments: TestCase.all(tests + replicationTests))
        func test(_ test: TestCase<ServerFailures>) async throws { try await test.run(ServerFailures()) }

        static let tests: [TestCase<ServerFailures>] = [
            TestCase("every acknowledged write survives a crash of the server", crash),
            TestCase("warnings of the server while a connection is made do not get into the log", warnings),
            TestCase("transactions and observers survive restarts of the server", restarts),
            TestCase(
                "a server that stays away is an error after the timeout, and when it is back the database works again",
                away),
            TestCase("a transaction that loses its connection is retried as a whole", lostConnection),
            TestCase("a deadlock is resolved by retrying one of the two transactions", deadlock),
            TestCase("statements, locks and waits for a connection have their limits", timeouts),
        ]

        private static let cluster = Result { try PostgreSQLCluster() }
        let cluster: PostgreSQLCluster
        let place: TemporaryDatabase

        init() throws {
            cluster = try Self.cluster.get()
            place = try TemporaryDatabase(.postgreSQL, cluster: cluster)
        }

        func crash() throws {
            for round in 1...3 {
                let writer = try WriterProcess(place, first: round * 1_000_000)
                writer.wait(for: .random(in: 1...200))
                try cluster.crash()
                let (acknowledged, errors) = writer.kill()
                try cluster.start()
                #expect(errors == [])
                let database = try place.open()
                defer { database.close() }
                #expect(!acknowledged.isEmpty)
                #expect(try acknowledged.subtracting(numbers(database)).isEmpty, "round \(round)")
            }
        }

        func warnings() throws {
            // The server warns every client of a collation mismatch, as after an upgrade of the system's library.
            try cluster.connect().run("UPDATE pg_database SET datcollversion = '0' WHERE datname = '\(place.name)'")
            let writer = try WriterProcess(place, first: 1)
            writer.wait(for: 10)
            let (acknowledged, errors) = writer.kill()
            #expect(errors == [])
            #expect(!acknowledged.isEmpty)
        }

        func restarts() throws {
            var options = PostgreSQLDatabase.Options()
            options.retryTimeout = .seconds(60)
            let database = try PostgreSQLDatabase(url: place.address, vault: .test, creating: true, options: options)
            defer { database.close() }
            try database.migrate(keptSchema)
            let heard = NoticeRecorder(database)
            struct NothingWritten: Error {}
            struct Progress {
                var acknowledged: Set<Int> = []
                var isOver = false
            }
            let progress = Locked(Progress())
            let restarted = Locked<Result<Void, any Error>?>(nil)
            startThread("restarts") { [cluster] in
                /// Waits until the database works, or works again.
                func awaitWrites() throws {
                    let before = progress.withLock { $0.acknowledged.count }
                    let isWorking: Bool? = progress.wait(milliseconds: 120_000) {
                        $0.acknowledged.count >= before + 20 ? true : nil
                    }
                    if isWorking == nil { throw NothingWritten() }
                }
                let result = Result {
                    try awaitWrites()
                    try cluster.stop()
                    try cluster.start()
                    try awaitWrites()
                    try cluster.crash()
                    try cluster.start()
                    try awaitWrites()
                }
                progress.withLock { $0.isOver = true }
                restarted.withLock { $0 = result }
                restarted.signal()
            }
            let errors = concurrently(6) { thread in
                var number = thread
                while !progress.withLock({ $0.isOver }) {
                    do {
                        try database.write { [number] in try $0.execute("INSERT INTO kept (number) VALUES (\(number))")
                        }
                        progress.withLock { _ = $0.acknowledged.insert(number) }
                        progress.signal()
                    } catch let error as StorageError where error.code == .outcomeUnknown {
                        // Such a write may have been kept or not.
                    }
                    number += 6
                }
            }
            #expect(errors.isEmpty, "\(errors)")
            try restarted.wait { $0 }.get()
            #expect(try progress.withLock { $0.acknowledged }.subtracting(numbers(database)).isEmpty)
            // Notices were lost while the listener had no connection, and it says so.
            #expect(heard.wait(for: .reconnected))
            // The listener may have been away once more, so the notice is repeated until it is heard.
            let isHeard = try (0..<300).contains { _ in
                try database.write { try $0.notify("session", "after") }
                return heard.wait(for: .message(topic: "session", payload: "after"), milliseconds: 100)
            }
            #expect(isHeard)
        }

        func away() throws {
            var options = PostgreSQLDatabase.Options()
            options.retryTimeout = .milliseconds(200)
            let database = try PostgreSQLDatabase(url: place.address, vault: .test, creating: true, options: options)
            defer { database.close() }
            try database.migrate(keptSchema)
            try cluster.stop()
            #expect(
                code { try database.write { try $0.execute("INSERT INTO kept (number) VALUES (1)") } } == .unavailable)
            #expect(code { try database.read { try $0.execute("SELECT number FROM kept") } } == .unavailable)
            #expect(code { _ = try place.open() } == .unavailable)
            try cluster.start()
            try database.write { try $0.execute("INSERT INTO kept (number) VALUES (2)") }
            #expect(try numbers(database) == [2])
        }

        func lostConnection() throws {
            let database = try place.open()
            defer { database.close() }
            try database.migrate(keptSchema)
            let runs = Locked(0)
            let isTerminated = Locked(false)
            try database.write { [cluster] transaction in
                let run = runs.withLock { runs in
                    runs += 1
                    return runs
                }
                try transaction.execute("INSERT INTO kept (number) VALUES (\(run))")
                guard run == 1, let row = try transaction.row("SELECT pg_backend_pid() AS id") else { return }
                let process: Int = try row("id")
                // pg_terminate_backend waits until the process has ended.
                let ended = try cluster.connect().rows(
                    "SELECT pg_terminate_backend(CAST(\(process) AS INTEGER), 5000) AS ended")
                let value: Bool? = try ended.first?("ended")
                isTerminated.withLock { $0 = value == true }
                try transaction.execute("INSERT INTO kept (number) VALUES (100)")
            }
            #expect(isTerminated.withLock { $0 })
            #expect(runs.withLock { $0 } == 2)
            #expect(try numbers(database) == [2])
        }

        func deadlock() throws {
            let database = try place.open()
            defer { database.close() }
            try database.migrate(testSchema)
            try database.write { for id in 0..<2 { try $0.execute("INSERT INTO item (id, number) VALUES (\(id), 0)") } }
            let holding = Locked<Set<Int>>([])
            let errors = concurrently(2) { me in
                try database.write { transaction in
                    try transaction.execute("UPDATE item SET number = number + 1 WHERE id = \(me)")
                    // From here on each holds the row that the other updates next.
                    holding.withLock { _ = $0.insert(me) }
                    holding.broadcast()
                    _ = holding.wait { $0.count == 2 ? true : nil }
                    try transaction.execute("UPDATE item SET number = number + 1 WHERE id = \(1 - me)")
                }
            }
            #expect(errors.isEmpty, "\(errors)")
            #expect(database.statistics.retries >= 1)
            let rows = try database.read { try $0.rows("SELECT number FROM item") }
            #expect(try rows.map { try $0("number", as: Int.self) } == [2, 2])
        }

        func timeouts() throws {
            var options = PostgreSQLDatabase.Options()
            options.statementTimeout = .milliseconds(300)
            options.lockTimeout = .milliseconds(100)
            options.retryTimeout = .milliseconds(200)
            options.connections = 1
            let database = try PostgreSQLDatabase(url: place.address, vault: .test, creating: true, options: options)
            defer { database.close() }
            try database.migrate(testSchema)
            #expect(code { try database.read { try $0.execute("SELECT CAST(pg_sleep(20) AS TEXT)") } } == .timeout)
            let holder = try cluster.connect(place.name)
            try holder.run("BEGIN")
            try holder.run("LOCK TABLE item IN ACCESS EXCLUSIVE MODE")
            #expect(code { try database.write { try $0.execute("INSERT INTO item (id) VALUES (1)") } } == .timeout)
            try holder.run("ROLLBACK")
            // The only connection is lent.
            try database.read { _ in
                let errors = concurrently(1) { _ in
                    try database.write { try $0.execute("INSERT INTO item (id) VALUES (1)") }
                }
                #expect((errors.first as? StorageError)?.code == .timeout)
            }
            try database.write { try $0.execute("INSERT INTO item (id) VALUES (1)") }
        }

        @Test("a full disk is reported, and loses nothing", .enabled(if: isRoot, "only root may mount a small disk"))
        func fullDisk() throws {
            let disk = try SmallDisk(at: place.folder + "/disk", owner: "postgres")
            let server = try cluster.connect(place.name)
            try server.run("CREATE TABLESPACE \(place.name) LOCATION '\(disk.folder)'")
            defer {
                _ = try? server.run("DROP TABLE kept")
                _ = try? server.run("DROP TABLESPACE \(place.name)")
            }
            let database = try place.open()
            defer { database.close() }
            try database.migrate(keptSchema)
            try server.run("ALTER TABLE kept SET TABLESPACE \(place.name)")
            // The file that an operator would delete.
            let reserve = disk.folder + "/reserve"
            try Data(count: 1 << 20).write(to: URL(fileURLWithPath: reserve))
            // PostgreSQL compresses what repeats.
            let filling = (0..<1_500).map { _ in UInt8.random(in: 0...255) }
            let acknowledged = Locked<Set<Int>>([])
            let errors = concurrently(4) { thread in
                for number in stride(from: thread, to: .max, by: 4) {
                    try database.write {
                        try $0.execute("INSERT INTO kept (number, filling) VALUES (\(number), \(filling))")
                    }
                    acknowledged.withLock { _ = $0.insert(number) }
                }
            }
            #expect(errors.count == 4)
            #expect(errors.allSatisfy { ($0 as? StorageError)?.code == .full }, "\(errors)")
            #expect(try numbers(database) == acknowledged.withLock { $0 })
            try FileManager.default.removeItem(atPath: reserve)
            try database.write { try $0.execute("INSERT INTO kept (number) VALUES (-1)") }
        }
    }
}
