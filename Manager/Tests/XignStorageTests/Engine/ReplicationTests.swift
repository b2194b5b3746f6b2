import DatabaseFixture
import Testing
import Threads

@testable import XignStorage

extension Storage.ServerFailures {
    static let replicationTests: [TestCase<Storage.ServerFailures>] = [
        TestCase("a commit that the synchronous standby may not have is no success", cancelledWait),
        TestCase(
            "after a connection was lost, the listener connects anew as well: its server may have been replaced",
            listener),
    ]

    func cancelledWait() throws {
        let database = try place.open()
        defer { database.close() }
        try database.migrate(keptSchema)
        let server = try cluster.connect()
        func setStandbys(_ names: String) throws {
            try server.run("ALTER SYSTEM SET synchronous_standby_names = '\(names)'")
            _ = try server.rows("SELECT pg_reload_conf() AS loaded")
        }
        try setStandbys("nobody")
        defer { try? setStandbys("") }
        let failure = Locked<StorageError.Code?>(nil)
        let written = Locked(0)
        let errors = concurrently(2) { [cluster] thread in
            let canceller = try cluster.connect()
            // The setting takes effect a moment after the reload.
            while failure.withLock({ $0 }) == nil {
                if thread == 0 {
                    let number = written.withLock { written in
                        written += 1
                        return written
                    }
                    let outcome = code {
                        try database.write { try $0.execute("INSERT INTO kept (number) VALUES (\(number))") }
                    }
                    failure.withLock { $0 = outcome }
                } else {
                    _ = try canceller.rows(
                        "SELECT pg_cancel_backend(pid) AS cancelled FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
                }
            }
        }
        #expect(errors.isEmpty, "\(errors)")
        #expect(failure.withLock { $0 } == .outcomeUnknown)
        // The server itself says that it has committed.
        #expect(try numbers(database) == Set(1...written.withLock { $0 }))
    }

    func listener() throws {
        let database = try place.open()
        defer { database.close() }
        try database.migrate(keptSchema)
        let heard = NoticeRecorder(database)
        let isTerminated = Locked(false)
        try database.write { [cluster] transaction in
            guard !isTerminated.withLock({ $0 }), let row = try transaction.row("SELECT pg_backend_pid() AS id") else {
                return
            }
            let process: Int = try row("id")
            _ = try cluster.connect().rows(
                "SELECT pg_terminate_backend(CAST(\(process) AS INTEGER), 5000) AS ended")
            isTerminated.withLock { $0 = true }
            try transaction.execute("INSERT INTO kept (number) VALUES (1)")
        }
        #expect(isTerminated.withLock { $0 })
        #expect(heard.wait(for: .reconnected))
    }
}
