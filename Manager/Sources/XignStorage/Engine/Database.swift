/// One of the two engines: a file of SQLite's, or a PostgreSQL server. All calls block the calling thread, but for `write` where it
/// is awaited.
package protocol Database: Sendable {
    /// Runs `body` in a serializable transaction, which is durable when this returns.
    ///
    /// `body` may run more than once and on another thread, while the caller waits; it must have no effects but those on
    /// its transaction, hence `@Sendable`. If it throws, its transaction alone is rolled back and the error is thrown
    /// here: a refusal that must be counted is therefore a value that `body` returns, never an error. What it refers to is
    /// let go before this returns.
    ///
    /// Throws `StorageError`; but for `.outcomeUnknown` nothing was kept then. A call on this database inside `body`
    /// throws `.nestedTransaction`; a thread that `body` starts and waits for must not use this database either.
    func write<T: Sendable>(_ body: @escaping @Sendable (any Transaction) throws -> T) throws -> T

    /// The same without holding up the thread, where the engine can: `body` runs on one of the engine's, and the caller goes on
    /// once the transaction is durable.
    func write<T: Sendable>(_ body: @escaping @Sendable (any Transaction) throws -> T) async throws -> T

    /// Runs `body` on the calling thread against one unchanging snapshot, which holds every write that had returned
    /// before. Never waits for writers. `body` may run more than once.
    ///
    /// What is decided on such a snapshot may be outdated when it is acted on: decisions belong into `write`.
    func read<T>(_ body: (any Transaction) throws -> T) throws -> T

    /// Calls `observer` for each notice until the database is closed: one at a time, on a thread of the engine. It must be
    /// quick, must not call the database, and must not wait for whoever does: SQLite's writers are answered after it. It hands over
    /// to a thread that may.
    ///
    /// Notices of transactions that commit after this has returned are delivered, or their loss is
    /// (`Notice.reconnected`).
    func observe(_ observer: @escaping @Sendable (Notice) -> Void)

    /// Brings the schema up to date, each migration in a transaction of its own. Any number of processes may try at once.
    ///
    /// - Parameter migrations: all there ever were, numbered 1, 2, 3, ...
    ///
    /// Throws `.schemaFromTheFuture` if the database has more, and whatever a statement of a migration throws; those
    /// before it are kept then, and the next call goes on from there.
    func migrate(_ migrations: [Migration]) throws

    /// Seals and opens the columns that must not be readable in the database.
    var vault: Vault { get }

    /// How many threads that ask this database are of use: more would only wait, for a processor or for a connection.
    var usefulThreads: Int { get }

    /// What was executed since the database was opened.
    var statistics: Statistics { get }

    /// Waits for transactions under way, and gives up all connections. Calls that follow throw `.closed`.
    func close()
}

extension Database {
    /// For an engine that cannot do without the calling thread: blocks it.
    package func write<T: Sendable>(_ body: @escaping @Sendable (any Transaction) throws -> T) async throws -> T {
        func blocking() throws -> T { try write(body) }
        return try blocking()
    }
}

/// The statements of one transaction. Not Sendable: it lives inside the closure, on one thread, and is dead afterwards.
package protocol Transaction: AnyObject {
    /// The vault that the database was opened with.
    var vault: Vault { get }

    /// Runs a statement to its end. After a statement has failed the transaction is lost, as it is in PostgreSQL: every
    /// further statement throws `.transactionFailed`, and so does the write, even if its closure swallowed the error.
    func rows(_ sql: SQL) throws(StorageError) -> [Row]

    /// Runs a statement that inserts, changes or deletes rows, and says how many.
    func changedRows(_ sql: SQL) throws(StorageError) -> Int

    /// Tells all observers of this database, on PostgreSQL those of every process, once this transaction is durable; if
    /// it fails, nobody.
    ///
    /// - Parameters:
    ///   - topic: at most 60 bytes, without a colon.
    ///   - payload: at most 7,900 bytes, since PostgreSQL takes no more; a longer one fails the transaction.
    func notify(_ topic: StaticString, _ payload: String) throws(StorageError)
}

extension Transaction {
    /// The first row of the answer, nil if it has none.
    package func row(_ sql: SQL) throws(StorageError) -> Row? { try rows(sql).first }

    /// Runs a statement whose answer, if any, is of no interest.
    package func execute(_ sql: SQL) throws(StorageError) { _ = try changedRows(sql) }
}

/// What the observers of a database are told.
package enum Notice: Sendable, Equatable {
    /// A transaction that sent this has committed.
    case message(topic: String, payload: String)
    /// The server was away, and notices may have been lost: whoever depends on them reads anew. PostgreSQL only.
    case reconnected
    /// Another process has changed the file, the command line for example: what is cached is outdated. SQLite only.
    case changedElsewhere
}

/// What a database has executed since it was opened. Read while others write: the numbers are each right, but not all of
/// the same moment.
package struct Statistics: Sendable, Equatable {
    /// Statements of transactions, those of reads included.
    package var statements = 0
    /// Transactions of `write` that were kept.
    package var transactions = 0
    /// Durable commits. Fewer than transactions where several share one.
    package var commits = 0
    /// How often a transaction was run anew, after a conflict or a lost connection.
    package var retries = 0
}
