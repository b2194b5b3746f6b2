import Metrics

/// An open database of either engine: an SQLite file, or a PostgreSQL server.
///
/// All functions may be called from any thread. They block the calling thread, except the asynchronous `write` on
/// SQLite.
package protocol Database: Sendable {
    /// Runs `body` in a serializable transaction, which is durable when this returns.
    ///
    ///     let isFirst = try database.write { transaction in
    ///         guard try transaction.row("SELECT id FROM code WHERE id = \(id)") == nil else { return false }
    ///         try transaction.execute("INSERT INTO code (id) VALUES (\(id))")
    ///         return true
    ///     }
    ///
    /// `body` may run more than once, after a conflict for example, and on another thread while the caller waits. It
    /// must have no effects but those on its transaction, hence `@Sendable`. Everything it captures is released before
    /// this returns.
    ///
    /// If `body` throws, its transaction is rolled back, and the error is thrown here. To keep what was written, a
    /// refusal that must be counted is therefore returned by `body`, not thrown.
    ///
    /// - Throws: the error of `body`, or `StorageError`: `.conflict` or `.unavailable` after all retries, `.timeout`,
    ///   `.full` and so on. Nothing was kept then, except after `.outcomeUnknown`, when the transaction may have been
    ///   kept or not. A call on this database inside `body` throws `.nestedTransaction`. A thread that `body` starts
    ///   and waits for must not call this database either: it could wait for ever.
    func write<T: Sendable>(_ body: @escaping @Sendable (any Transaction) throws -> T) throws -> T

    /// Runs `body` like the blocking `write`, and suspends until the transaction is durable.
    ///
    ///     let count = try await database.write { try $0.changedRows("DELETE FROM code WHERE expires_at < \(now)") }
    ///
    /// On SQLite `body` runs on the writer's thread, and no thread is blocked meanwhile. libpq blocks, so on PostgreSQL
    /// the calling thread runs `body` and waits for the server.
    func write<T: Sendable>(_ body: @escaping @Sendable (any Transaction) throws -> T) async throws -> T

    /// Runs `body` on the calling thread against a snapshot, which contains every write that has returned before.
    ///
    ///     let name: String? = try database.read { transaction in
    ///         try transaction.row("SELECT name FROM account WHERE id = \(id)")?("name")
    ///     }
    ///
    /// Readers never wait for writers. `body` may run more than once, on PostgreSQL after a lost connection. A
    /// statement that would change rows throws `.readOnly`.
    ///
    /// The snapshot may be outdated when its caller acts on it: decisions belong into `write`.
    ///
    /// - Throws: the error of `body`, or `StorageError`: `.timeout` if no connection was free in time, `.unavailable`,
    ///   `.nestedTransaction` inside another transaction, and so on. The database is unchanged in any case.
    func read<T>(_ body: (any Transaction) throws -> T) throws -> T

    /// Runs `body` like `read`, where it is one statement, which has a snapshot of its own.
    ///
    ///     let process = try database.readStatement { try $0.processes.find(id) }
    ///
    /// PostgreSQL is asked once instead of three times: there is neither BEGIN nor COMMIT. A `body` that runs a second
    /// statement, after a change of what is declared for example, runs again by `read`.
    ///
    /// - Throws: as `read`.
    func readStatement<T>(_ body: (any Transaction) throws -> T) throws -> T

    /// Adds an observer, which is called for each notice until the database is closed: one call at a time, on a thread
    /// of the engine.
    ///
    /// `observer` must return quickly, since SQLite's writers are answered after it. It must neither call the database
    /// nor wait for a thread that does: it hands the notice over to another thread.
    ///
    /// Notices of transactions that commit after this has returned are delivered, or their loss is reported
    /// (`Notice.reconnected`).
    func observe(_ observer: @escaping @Sendable (Notice) -> Void)

    /// Makes the place of the schema's version where there is no table, in a database that was opened to be created.
    /// `migrate` does so by itself.
    /// - Throws: `.foreignDatabase` for a database with tables of other programs; `.noDatabase` for an empty one that
    ///   was not opened to be created.
    func adopt() throws

    /// Applies the migrations that are missing, each in a transaction of its own. Any number of processes may try at
    /// once. A database without a schema gets one only where it was opened to be created.
    ///
    /// - Parameter migrations: all migrations that have ever been released, numbered 1, 2, 3, ...
    /// - Throws: `.noDatabase`; `.schemaFromTheFuture` if the database has more, and every error of a migration's
    ///   statements. The migrations before it are kept then, and the next call continues after them.
    func migrate(_ migrations: [Migration]) throws

    /// The vault whose keys transactions seal and open columns with.
    var vault: Vault { get }

    /// The number of threads that can use this database at once. More would wait for a processor or a connection.
    var usefulThreads: Int { get }

    /// Examines the database. On SQLite it reads the whole file, beside the writer.
    /// - Parameter isStopping: called on the calling thread before the examination, and after it was interrupted.
    /// - Returns: nil where `isStopping` says so.
    /// - Throws: `StorageError`.
    func condition(unless isStopping: () -> Bool) throws -> DatabaseCondition?

    /// Ends an examination under way. To be called on another thread, once `isStopping` says so.
    func interruptExamination()

    /// True once the engine has found damage in the file of an SQLite database, until it is opened again.
    var isDamaged: Bool { get }

    /// Checks that the path of an SQLite database leads to the file that is open; does nothing for a server.
    /// - Throws: `StorageError` with the code `fileReplaced`.
    func expectPlace() throws(StorageError)

    /// The counters since the database was opened.
    var statistics: Statistics { get }

    /// The metrics of this process. The database has them, since it counts what its transactions have made durable.
    var metrics: Metrics { get }

    /// The connections and the queue at this moment.
    var usage: DatabaseUsage { get }

    /// Waits for transactions under way, and closes all connections. Later calls throw `.closed`.
    func close()
}

extension Database {
    package var isDamaged: Bool { false }

    package func interruptExamination() {}

    /// The default for engines in the same process, where BEGIN and COMMIT cost little.
    package func readStatement<T>(_ body: (any Transaction) throws -> T) throws -> T { try read(body) }

    package func expectPlace() {}

    /// The default for engines that do so when they open a database.
    package func adopt() {}

    /// Blocks the calling thread: the default for engines that need it.
    package func write<T: Sendable>(_ body: @escaping @Sendable (any Transaction) throws -> T) async throws -> T {
        // In an asynchronous function, `write` would be this function itself.
        func blocking() throws -> T { try write(body) }
        return try blocking()
    }
}

/// The statements of one transaction.
///
/// Not Sendable: it is used inside its closure, on one thread. A statement after the closure's end throws
/// `.transactionFailed`.
package protocol Transaction: AnyObject {
    /// The vault that the database was opened with; see `vault`.
    var sharedVault: Vault { get }

    /// The declared things that transactions of this database have read; see `declared`.
    var sharedDeclarations: DeclarationCache { get }

    /// The keys and the token that the database names in this transaction; nil until they are read.
    var head: Head? { get set }

    /// Runs a statement to its end, and returns its rows.
    ///
    /// A failed statement ends the transaction on both engines, as PostgreSQL has it: every further statement throws
    /// `.transactionFailed`, and so does `write` or `read`, even if its closure swallowed the error.
    func rows(_ sql: SQL) throws(StorageError) -> [Row]

    /// Runs a statement that inserts, changes or deletes rows, and returns their number.
    func changedRows(_ sql: SQL) throws(StorageError) -> Int

    /// Sends a notice to all observers of this database, on PostgreSQL those of every process, once this transaction is
    /// durable. If the transaction fails, no notice is sent.
    ///
    /// - Parameters:
    ///   - topic: at most 60 bytes, without a colon.
    ///   - payload: at most 7,900 bytes, since PostgreSQL takes no more. A longer one throws `.noticeTooLong`.
    func notify(_ topic: StaticString, _ payload: String) throws(StorageError)

    /// The metrics of this process.
    var metrics: Metrics { get }

    /// Counts something once this transaction is durable. If the transaction fails or only reads, nothing is counted.
    func count(_ increment: Increment)
}

extension Transaction {
    /// Runs a statement, and returns its first row, nil if it has none.
    package func row(_ sql: SQL) throws(StorageError) -> Row? { try rows(sql).first }

    /// Counts one once this transaction is durable.
    package func count(_ cell: Cell) { count(Increment(cell)) }

    /// Runs a statement without reading its rows.
    package func execute(_ sql: SQL) throws(StorageError) { _ = try changedRows(sql) }
}

/// A message to the observers of a database.
package enum Notice: Sendable, Equatable {
    /// A message of a transaction that has committed.
    case message(topic: String, payload: String)
    /// The connection to the server was lost and is restored. Messages may have been lost: caches must be read again.
    /// PostgreSQL only.
    case reconnected
    /// Another process has changed the file, the command line for example: caches are outdated. SQLite only.
    case changedElsewhere
}

/// Counters of a database since it was opened. They are read while other threads count: each number is right, but they
/// may belong to different moments.
package struct Statistics: Sendable, Equatable {
    /// Statements of transactions, including those of reads.
    package var statements = 0
    /// Transactions of `write` that were kept.
    package var transactions = 0
    /// Durable commits. Fewer than transactions where several share one.
    package var commits = 0
    /// Retries of a transaction, after a conflict or a lost connection.
    package var retries = 0
    /// Messages to the server whose answers were waited for, BEGIN, COMMIT and the preparation of statements included.
    /// PostgreSQL only.
    package var roundTrips = 0
}

/// The load of a database at one moment.
package struct DatabaseUsage: Sendable, Equatable {
    /// The largest number of connections; with SQLite of those that read.
    package var connections: Int
    /// Those that run a transaction.
    package var connectionsInUse: Int
    /// The transactions that wait for the next commit; nil where each has a commit of its own.
    package var waitingWrites: Int?
}
