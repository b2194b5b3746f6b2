import Glibc
import Threads

/// The engine for more than one machine: a pool of connections to one PostgreSQL server, and one more that listens.
package final class PostgreSQLDatabase: Database {
    package struct Options: Sendable {
        /// More than a few per core of the server make it slower, not faster.
        package var connections = 8
        /// How long one statement may take.
        package var statementTimeout = Duration.seconds(5)
        /// How much longer an answer may take before the server is taken for one that hangs.
        package var answerReserve = Duration.seconds(1)
        /// How long a statement waits for others' locks.
        package var lockTimeout = Duration.seconds(2)
        /// How long a transaction may pause between two statements.
        package var idleTimeout = Duration.seconds(10)
        /// How long a transaction is tried anew after conflicts, or while the server is away.
        package var patience = Duration.seconds(10)
        package init() {}
    }

    package let vault: Vault
    private let pool: ConnectionPool<PostgreSQLConnection>
    private let patience: Duration
    private let listener: PostgreSQLListener
    private let counters = Counters()
    private let nesting = Nesting()

    /// Connects to the server, whose database must exist and belong to the user.
    ///
    /// - Parameter url: `postgresql://user@host/database?host=/socket/folder` or `host=... dbname=...`, as libpq takes it.
    ///   A password is better kept in a password file than here.
    ///
    /// Throws `.libraryMissing`, `.invalidAddress` or `.unavailable`.
    package init(url: String, vault: Vault, options: Options = Options()) throws(StorageError) {
        self.vault = vault
        var address = try PostgreSQLAddress(url)
        let settings = """
            -c synchronous_commit=on \
            -c statement_timeout=\(options.statementTimeout.milliseconds) \
            -c lock_timeout=\(options.lockTimeout.milliseconds) \
            -c idle_in_transaction_session_timeout=\(options.idleTimeout.milliseconds)
            """
        address["options"] = [address["options"], settings].compactMap { $0 }.joined(separator: " ")
        address["client_encoding"] = "UTF8"
        let defaults = [
            "connect_timeout": "5", "tcp_user_timeout": "10000", "keepalives_idle": "30", "application_name": "xign",
        ]
        for (key, value) in defaults where address[key] == nil { address[key] = value }
        patience = options.patience
        let answerTimeout = options.statementTimeout + options.answerReserve
        pool = ConnectionPool(count: options.connections, patience: options.patience) {
            [address, counters] () throws(StorageError) in
            try PostgreSQLConnection(address, answerTimeout: answerTimeout, counters: counters)
        }
        listener = try PostgreSQLListener(address, counters: counters)
        try pool.openFirst()
    }

    deinit { listener.stop() }

    package func write<T: Sendable>(_ body: @escaping @Sendable (any Transaction) throws -> T) throws -> T {
        try retrying { connection in
            // Said by each transaction: a session's default is lost behind a pooler, and can be changed. Whether it may write is
            // left to the session's default: an operator makes a database read only by that.
            try connection.run("BEGIN ISOLATION LEVEL SERIALIZABLE")
            let transaction = PostgreSQLTransaction(connection, vault: vault, isReadOnly: false)
            let value = try Self.run(body, in: transaction)
            try Self.commit(connection)
            counters.countCommit(of: 1)
            return value
        }
    }

    package func read<T>(_ body: (any Transaction) throws -> T) throws -> T {
        try retrying { connection in
            // A snapshot like SQLite's, which takes no part in the conflicts of the writers.
            try connection.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            let value = try Self.run(body, in: PostgreSQLTransaction(connection, vault: vault, isReadOnly: true))
            try connection.run("COMMIT")
            return value
        }
    }

    package func observe(_ observer: @escaping @Sendable (Notice) -> Void) { listener.observe(observer) }

    package func migrate(_ migrations: [Migration]) throws {
        try retrying(adoptDatabase)
        try applyMigrations(migrations)
    }

    /// All that ask it wait for the server, writes that are awaited too, since libpq blocks; some more, so that what needs no database does not wait too.
    package var usefulThreads: Int { 4 * pool.count }

    package var statistics: Statistics { counters.statistics }

    package func close() {
        listener.stop()
        listener.waitForEnd()
        pool.close()
    }

    // MARK: Transactions

    private static func run<T>(
        _ body: (any Transaction) throws -> T, in transaction: PostgreSQLTransaction
    ) throws -> T {
        do {
            let value = try body(transaction)
            try transaction.end()
            return value
        } catch {
            // Whoever kept the transaction finds it dead; the closure's own error is the one that counts,
            try? transaction.end()
            // but whatever it made of a conflict or a lost connection, these are for the engine.
            if let failure = transaction.failure, failure.isTransient { throw failure }
            throw error
        }
    }

    private static func commit(_ connection: PostgreSQLConnection) throws(StorageError) {
        let answer: String
        do throws(StorageError) { answer = try connection.run("COMMIT") } catch {
            // Once it was sent, only an answer tells what became of it.
            throw connection.isLost || error.code == .unavailable ? StorageError(.outcomeUnknown, error.detail) : error
        }
        // The server rolls back, and says so without an error, a transaction that had failed.
        guard answer == "COMMIT" else { throw StorageError(.transactionFailed, "the server answered \(answer)") }
    }

    /// Runs a whole transaction until it neither conflicts with another nor loses its connection before COMMIT.
    private func retrying<T>(_ body: (PostgreSQLConnection) throws -> T) throws -> T {
        try nesting.outermost {
            let deadline = ContinuousClock.now + patience
            var attempt: UInt32 = 0
            while true {
                do {
                    return try pool.withConnection(body, mend: mend)
                } catch let error as StorageError {
                    guard error.isTransient, ContinuousClock.now < deadline else { throw error }
                    attempt += 1
                    counters.countRetry()
                    // A lost connection is replaced at once, and again when the server has had time to come back.
                    let longest: UInt32 = error.code == .conflict ? 500 * min(attempt, 8) : 20_000 * min(attempt, 10)
                    if error.code == .conflict || attempt > 1 { usleep(.random(in: 0...longest)) }
                }
            }
        }
    }

    /// Ends the transaction that `error` left open. False if the connection is of no use any more.
    private func mend(_ connection: PostgreSQLConnection, after error: any Error) -> Bool {
        let code = (error as? StorageError)?.code
        if connection.isLost || code == .unavailable || code == .outcomeUnknown { return false }
        do throws(StorageError) {
            try connection.run("ROLLBACK")
            if code == .conflict || connection.hasTooManyStatements { try connection.forgetStatements() }
            return true
        } catch { return false }
    }

    /// Makes the table of the schema's version. In a transaction of its own, since a snapshot must not be older than the
    /// lock on this table; and one process at a time, since IF NOT EXISTS alone fails when two try at once.
    private func adoptDatabase(_ connection: PostgreSQLConnection) throws {
        let lock: Int64 = 0x5869_676E
        let answerTimeout = connection.answerTimeout
        connection.answerTimeout = nil
        defer { connection.answerTimeout = answerTimeout }
        try connection.run("BEGIN ISOLATION LEVEL READ COMMITTED")
        try connection.run("SET LOCAL lock_timeout = 0")
        try connection.run("SET LOCAL statement_timeout = 0")
        try connection.run("SELECT pg_advisory_xact_lock(\(lock))")
        let tables = try connection.rows(
            "SELECT CAST(tablename AS TEXT) AS name FROM pg_tables WHERE schemaname = current_schema()")
        let names = try tables.map { row in try row("name", as: String.self) }
        if !names.contains("xign_schema_version") {
            guard names.isEmpty else { throw StorageError(.foreignDatabase, "it holds other tables") }
            try connection.run("CREATE TABLE xign_schema_version (version BIGINT NOT NULL)")
        }
        try connection.run("COMMIT")
    }
}

extension StorageError {
    /// Nothing was kept, and the same transaction may succeed when it is run anew.
    fileprivate var isTransient: Bool { code == .conflict || code == .unavailable }
}
