import Glibc
import Metrics
import Threads

/// The engine for several machines: a pool of connections to one PostgreSQL server, and one more that listens for
/// notices.
package final class PostgreSQLDatabase: Database {
    package struct Options: Sendable {
        /// The largest number of connections, without the listener's. More than a few for each core of the server slow
        /// it down.
        package var connections = 8
        /// The longest time that a statement may take.
        package var statementTimeout = Duration.seconds(5)
        /// The longest time that a statement waits for locks.
        package var lockTimeout = Duration.seconds(2)
        /// The time during which a transaction is retried, after conflicts or while the server is away. Also the time
        /// to wait for a connection of the pool.
        package var retryTimeout = Duration.seconds(10)
        /// The name of the sessions in the server's list; nil: that of the URL, or `xign`.
        package var sessionName: String?
        package init() {}
    }

    /// The longest time that a transaction may pause between two statements.
    private static let idleTimeout = Duration.seconds(10)
    /// The time beyond the statement timeout after which a server without an answer counts as hanging.
    private static let answerGracePeriod = Duration.seconds(1)

    let context: EngineContext
    private let pool: ConnectionPool<PostgreSQLConnection>
    private let retryTimeout: Duration
    private let primary: PrimaryServer
    let installation = InstallationSchema()
    private let listener: PostgreSQLListener

    /// Connects to the server. The database must exist, and the user must own it.
    ///
    /// - Parameter creating: true for `init`: `migrate` makes tables in an empty database. Otherwise it throws
    ///   `.noDatabase` there.
    /// - Parameter url: `postgresql://user@host/database?host=/socket/folder` or `host=... dbname=...`, as libpq takes
    ///   it. A password file is a better place for the password. Of several hosts the primary is used.
    ///
    /// Throws `.libraryMissing`, `.invalidAddress`, `.unavailable`, `.severalInstallations` or `.transactionPooling`;
    /// `.accessDenied` where the user may use no schema.
    package init(
        url: String, vault: Vault, creating: Bool = false, options: Options = Options()
    ) throws(StorageError) {
        let primary = PrimaryServer(
            try Self.address(url, options), installation,
            answerTimeout: options.statementTimeout + Self.answerGracePeriod)
        context = EngineContext(vault: vault, mayCreate: creating)
        retryTimeout = options.retryTimeout
        pool = ConnectionPool(size: options.connections, timeout: options.retryTimeout) {
            [counters = context.counters] () throws(StorageError) in
            let connection = try primary.connect()
            connection.counters = counters
            return connection
        }
        self.primary = primary
        listener = try PostgreSQLListener(primary, context.observers)
        let first = try Self.openFirst(primary)
        first.counters = context.counters
        pool.add(first)
    }

    /// Opens the first connection, so that a wrong address fails at start, and refuses a pooler that lends the server's
    /// processes for one transaction each: there, prepared statements, settings of the session and LISTEN get lost.
    ///
    /// Such a pooler shows itself where one process answers on two open connections, or two processes on one. On a busy
    /// one, neither may happen.
    private static func openFirst(_ primary: PrimaryServer) throws(StorageError) -> PostgreSQLConnection {
        let first = try primary.connect()
        let process = try first.process()
        guard process != first.namedProcess, let second = try? primary.connect() else { return first }
        let other = try second.process()
        let again = try first.process()
        guard process != other, process == again else { throw StorageError(.transactionPooling) }
        return first
    }

    /// Parses `url`, and adds the settings of the session.
    private static func address(_ url: String, _ options: Options) throws(StorageError) -> PostgreSQLAddress {
        var address = try PostgreSQLAddress(url)
        address.settings = [
            ("synchronous_commit", "on"),
            // A statement without BEGIN takes no part in the conflicts of writers.
            ("default_transaction_isolation", "read committed"),
            ("statement_timeout", "\(options.statementTimeout.milliseconds)"),
            ("lock_timeout", "\(options.lockTimeout.milliseconds)"),
            ("idle_in_transaction_session_timeout", "\(idleTimeout.milliseconds)"),
        ]
        // This program's texts are UTF-8, also where the role's setting is another encoding.
        address["client_encoding"] = "UTF8"
        if let name = options.sessionName { address["application_name"] = name }
        let defaults = [
            "connect_timeout": "3", "tcp_user_timeout": "6000", "keepalives_idle": "3", "keepalives_interval": "1",
            "application_name": "xign",
        ]
        for (key, value) in defaults where address[key] == nil { address[key] = value }
        try address.expectValues()
        return address
    }

    deinit { listener.stop() }

    // MARK: Transactions

    package func write<T: Sendable>(_ body: @escaping @Sendable (any Transaction) throws -> T) throws -> T {
        try retrying(.write) { connection in
            // The isolation level in each transaction: a session's default can be changed, and is lost behind a pooler.
            // The access mode is left to the session's default, by which operators make a database read only.
            try connection.begin("SERIALIZABLE")
            let transaction = PostgreSQLTransaction(connection, context, installation, isReadOnly: false)
            let value = try run(body, in: transaction)
            try Self.commit(connection)
            context.counters.countCommit(of: 1)
            for increment in transaction.increments { increment.run() }
            return value
        }
    }

    package func read<T>(_ body: (any Transaction) throws -> T) throws -> T {
        try retrying(.read) { connection in
            // A snapshot like SQLite's. Unlike SERIALIZABLE it takes no part in the conflicts of writers.
            try connection.begin("REPEATABLE READ READ ONLY")
            let value = try run(
                body, in: PostgreSQLTransaction(connection, context, installation, isReadOnly: true))
            try connection.run("COMMIT")
            return value
        }
    }

    package func readStatement<T>(_ body: (any Transaction) throws -> T) throws -> T {
        // The keys of the vault are read first in that case: two statements.
        if vault.isOutdated { return try read(body) }
        let value: T? = try retrying(.read) { connection in
            let transaction = PostgreSQLTransaction(
                connection, context, installation, isReadOnly: true, hasSnapshot: false)
            do { return try run(body, in: transaction) } catch {
                guard transaction.needsSnapshot else { throw error }
                return nil
            }
        }
        return try value ?? read(body)
    }

    private func run<T>(
        _ body: (any Transaction) throws -> T, in transaction: PostgreSQLTransaction
    ) throws -> T {
        do {
            try transaction.refreshVaultIfOutdated()
            let value = try body(transaction)
            try transaction.end()
            return value
        } catch {
            // A closure that threw has not ended its transaction.
            try? transaction.end()
            // The closure's own error counts, unless a retry may help: the closure may have made another error of it.
            if let failure = transaction.failure, failure.isTransient { throw failure }
            throw error
        }
    }

    private static func commit(_ connection: PostgreSQLConnection) throws(StorageError) {
        let answer: String, warnings = connection.warnings
        do throws(StorageError) { answer = try connection.run("COMMIT") } catch {
            // COMMIT was sent, and without an answer nobody knows its result.
            throw connection.isLost || error.code == .unavailable ? StorageError(.outcomeUnknown, error.detail) : error
        }
        // For a transaction that has failed the server answers ROLLBACK, without an error.
        guard answer == "COMMIT" else { throw StorageError(.transactionFailed, "the server answered \(answer)") }
        // Somebody has cancelled the wait for the synchronous standby: the primary alone has the transaction.
        guard connection.warnings == warnings else {
            throw StorageError(.outcomeUnknown, "the standby may not have the transaction")
        }
    }

    // MARK: Retries

    /// Runs a whole transaction, again after a conflict and after a connection that was lost before COMMIT.
    private func retrying<T>(_ kind: TransactionKind, _ body: (PostgreSQLConnection) throws -> T) throws -> T {
        try context.measured(kind) { try retrying(body) }
    }

    func retrying<T>(_ body: (PostgreSQLConnection) throws -> T) throws -> T {
        try context.nesting.outermost {
            let deadline = ContinuousClock.now + retryTimeout
            var attempt: UInt32 = 0
            while true {
                do {
                    return try pool.withConnection(
                        { connection in
                            try connection.limitStatements()
                            return try body(connection)
                        }, recover: recover)
                } catch let error as StorageError {
                    guard error.isTransient, ContinuousClock.now < deadline else { throw error }
                    attempt += 1
                    context.counters.countRetry()
                    // Random back-off. The first lost connection is replaced at once; later the server needs time to
                    // restart.
                    let longest: UInt32 = error.code == .conflict ? 500 * min(attempt, 8) : 20_000 * min(attempt, 10)
                    if error.code == .conflict || attempt > 1 { usleep(.random(in: 0...longest)) }
                }
            }
        }
    }

    /// Rolls back the transaction that `error` left open. Returns false if the connection is unusable. Then the server
    /// may no longer be the primary, and all connections are made anew.
    private func recover(_ connection: PostgreSQLConnection, after error: any Error) -> Bool {
        let isUsable = rollBack(connection, after: error)
        if !isUsable {
            primary.lookAgain()
            listener.reconnect()
        }
        return isUsable
    }

    private func rollBack(_ connection: PostgreSQLConnection, after error: any Error) -> Bool {
        let code = (error as? StorageError)?.code
        if connection.isLost { return false }
        switch code {
        case .unavailable, .outcomeUnknown, .readOnly, .otherInstallation: return false
        default: break
        }
        do throws(StorageError) {
            try connection.run("ROLLBACK")
            // Not after every conflict: the server would parse and plan all statements again.
            if connection.hasStaleStatements { try connection.forgetStatements() }
            return true
        } catch { return false }
    }

    // MARK: The rest of Database

    package func observe(_ observer: @escaping @Sendable (Notice) -> Void) { listener.observe(observer) }

    package var vault: Vault { context.vault }

    /// More threads than connections, since each of them waits for the server, also in a write that is awaited:
    /// requests that need no database must not wait with them.
    package var usefulThreads: Int { 4 * pool.size }

    package var statistics: Statistics { context.counters.statistics }

    package var metrics: Metrics { context.metrics }

    package var usage: DatabaseUsage { DatabaseUsage(connections: pool.size, connectionsInUse: pool.inUse) }

    package func close() {
        listener.stop()
        listener.waitForEnd()
        pool.close()
    }
}
