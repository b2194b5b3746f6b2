import Metrics
import Threads

/// The embedded engine: an SQLite file in WAL mode, with one connection that writes and several that read.
package final class SQLiteDatabase: Database {
    package struct Options: Sendable {
        package enum Synchronous: Int, Sendable {
            /// Durable at checkpoints alone: power loss takes back acknowledged transactions. For measurements.
            case normal = 1
            /// Durable at every commit.
            case full = 2
        }

        package var synchronous = Synchronous.full
        /// The page cache of the writer's connection; each reader has a quarter of it. Small, since the system caches
        /// the file as well.
        package var cacheKibibytes = 1_024
        /// The time to wait for another process that writes, or for a connection that reads.
        package var timeout = Duration.seconds(5)
        /// The length of the WAL, in pages, after which a commit copies it into the file.
        package var checkpointPages = 4_000
        /// The time between two checks for changes by other processes.
        package var changePollInterval = Duration.seconds(1)
        package init() {}
    }

    /// The largest number of transactions that read at the same time.
    private static let maximumReaders = 8

    private let context: EngineContext
    private let place: SQLiteFile.Place
    private let writer: SQLiteWriter
    private let readers: ConnectionPool<SQLiteConnection>
    /// The connection that examines the file.
    private let examining = Locked<SQLiteConnection?>(nil)

    /// Opens the database at `path`.
    ///
    /// - Parameter creating: true for `init`: makes a database, readable by its owner alone, if its folder exists and
    ///   the file does not or is empty. Otherwise `.noDatabase` is thrown then.
    ///
    /// Throws `.noDatabase`, `.notFound`, `.strayLog`, `.accessDenied`, `.readOnly`, `.timeout` if another process
    /// holds the file, `.full`, `.inputOutput`, `.corrupt` or `.notADatabase`; and `.foreignDatabase` for a database of
    /// another program. The file is left as it was.
    package init(
        path: String, vault: Vault, creating: Bool = false, options: Options = Options()
    ) throws(StorageError) {
        context = EngineContext(vault: vault, mayCreate: creating)
        let connection = try SQLiteConnection(path, as: creating ? .creator : .writer, options: options)
        let place = SQLiteFile.Place(path: path, identity: connection.identity)
        self.place = place
        writer = SQLiteWriter(connection, context, changePollInterval: options.changePollInterval)
        readers = ConnectionPool(size: Self.maximumReaders, timeout: options.timeout) { () throws(StorageError) in
            try place.expect()
            let connection = try SQLiteConnection(path, as: .reader, options: options)
            try place.expect()
            return connection
        }
    }

    deinit { writer.stop() }

    // MARK: Transactions

    package func write<T: Sendable>(_ body: @escaping @Sendable (any Transaction) throws -> T) throws -> T {
        try context.nesting.outermost {
            let answer = Locked<Result<T, any Error>?>(nil)
            enqueue(body) { result in
                answer.withLock { $0 = result }
                answer.signal()
            }
            return try answer.wait { $0 }.get()
        }
    }

    package func write<T: Sendable>(_ body: @escaping @Sendable (any Transaction) throws -> T) async throws -> T {
        // Resumed exactly once, since each write is answered exactly once.
        try await unsafe withUnsafeThrowingContinuation { continuation in
            enqueue(body) { unsafe continuation.resume(with: $0) }
        }
    }

    private func enqueue<T: Sendable>(
        _ body: @escaping @Sendable (any Transaction) throws -> T,
        answer: @escaping @Sendable (Result<T, any Error>) -> Void
    ) {
        // Both closures run on the writer's thread, one after the other.
        nonisolated(unsafe) var value: T?
        let write = PendingWrite {
            try $0.refreshVaultIfOutdated()
            unsafe value = try body($0)
        } answer: { [context, begin = monotonicMicroseconds()] result in
            switch result {
            case .success: context.count(.write, since: begin)
            case .failure(let error): context.count(.write, since: begin, error)
            }
            answer(
                Result {
                    try result.get()
                    guard let value = unsafe value else { throw StorageError(.other, "a transaction returned nothing") }
                    return value
                })
        }
        writer.enqueue(write)
    }

    package func read<T>(_ body: (any Transaction) throws -> T) throws -> T {
        try context.measured(.read) { try readIfOutermost(body) }
    }

    private func readIfOutermost<T>(_ body: (any Transaction) throws -> T) throws -> T {
        try context.nesting.outermost {
            try readers.withConnection { connection in
                try connection.run("BEGIN")
                let transaction = SQLiteTransaction(connection, context, isReadOnly: true)
                defer { try? transaction.end() }
                try transaction.refreshVaultIfOutdated()
                let value = try body(transaction)
                try transaction.end()
                try connection.run("COMMIT")
                return value
            } recover: { connection, _ in
                noteDamage(connection)
                connection.rollBack()
                return connection.isIdle
            }
        }
    }

    private func noteDamage(_ connection: SQLiteConnection) {
        if connection.hasFoundDamage { context.isDamaged.withLock { $0 = true } }
    }

    package var isDamaged: Bool { context.isDamaged.withLock { $0 } }

    /// Reads the whole file on a connection of a reader, and returns its condition. The writer goes on meanwhile; its
    /// WAL grows.
    /// - Returns: nil where `isStopping` has ended it.
    package func condition(unless isStopping: () -> Bool) throws -> DatabaseCondition? {
        try context.nesting.outermost {
            try readers.withConnection { connection in
                examining.withLock { $0 = connection }
                defer { examining.withLock { $0 = nil } }
                guard !isStopping() else { return nil }
                let damage: String?
                do { damage = try connection.findDamage() } catch {
                    if isStopping() { return nil }
                    throw error
                }
                noteDamage(connection)
                guard case .text(let journal)? = try connection.run("PRAGMA journal_mode").first?.values.first else {
                    return .file(damage: damage, journal: "none")
                }
                return .file(damage: damage, journal: journal)
            } recover: { connection, _ in
                noteDamage(connection)
                return connection.isIdle
            }
        }
    }

    package func interruptExamination() { examining.withLock { $0?.interrupt() } }

    /// The number of transactions that wait for the next commit.
    var waitingWrites: Int { writer.waitingCount }

    // MARK: The rest of Database

    package func observe(_ observer: @escaping @Sendable (Notice) -> Void) { context.observers.add(observer) }

    package func migrate(_ migrations: [Migration]) throws {
        try applyMigrations(migrations, creating: context.mayCreate)
    }

    package func expectPlace() throws(StorageError) { try place.expect() }

    package var vault: Vault { context.vault }

    /// A thread for each processor, since a write that is awaited blocks none; at least four, since reads wait for the
    /// disk.
    package var usefulThreads: Int { max(4, processorCount) }

    package var statistics: Statistics { context.counters.statistics }

    package var metrics: Metrics { context.metrics }

    package var usage: DatabaseUsage {
        DatabaseUsage(
            connections: readers.size, connectionsInUse: readers.inUse, waitingWrites: writer.waitingCount)
    }

    package func close() {
        // The writer last: only a connection that writes can checkpoint the WAL and remove it.
        readers.close()
        writer.stop()
        writer.waitForEnd()
    }
}
