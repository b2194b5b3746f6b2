import Glibc
import Threads

/// The embedded engine: one file in WAL mode, one connection that writes, some that read.
package final class SQLiteDatabase: Database {
    package struct Options: Sendable {
        package enum Synchronous: Int, Sendable {
            /// Durable at every checkpoint only: power loss takes back acknowledged transactions. To measure with.
            case normal = 1
            /// Durable at every commit.
            case full = 2
        }

        package var synchronous = Synchronous.full
        /// How many transactions read at the same time.
        package var readers = 8
        /// How many transactions share a commit at most.
        package var maximumBatch = 64
        /// Of the connection that writes; each reader has a quarter. Small: what is not in it comes from the system's cache of the file.
        package var cacheKibibytes = 1_024
        /// How long to wait for another process that writes, or for a connection to read with.
        package var patience = Duration.seconds(5)
        /// Pages of the WAL after which a commit copies them into the file.
        package var checkpointPages = 4_000
        /// How often to look whether another process has changed the file.
        package var lookEvery = Duration.seconds(1)
        package init() {}
    }

    package let vault: Vault
    private let path: String
    private let writer: SQLiteWriter
    private let readers: ConnectionPool<SQLiteConnection>
    private let observers = Observers()
    private let counters = Counters()
    private let nesting = Nesting()

    /// Opens the database at `path`, or creates it, readable by its owner alone, in a folder that exists.
    ///
    /// Throws `.notFound`, `.accessDenied`, `.readOnly`, `.foreignDatabase` for a file that is something else, which is
    /// left as it was, `.timeout` if another process holds it, `.full`, `.inputOutput` or `.corrupt`.
    package init(path: String, vault: Vault, options: Options = Options()) throws(StorageError) {
        var settings = SQLiteConnection.Settings()
        settings.synchronous = options.synchronous
        settings.cacheKibibytes = options.cacheKibibytes
        settings.busyMilliseconds = Int32(clamping: options.patience.milliseconds)
        settings.checkpointPages = options.checkpointPages
        self.path = path
        self.vault = vault
        let connection = try SQLiteConnection(path: path, isReadOnly: false, settings: settings, counters: counters)
        writer = SQLiteWriter(
            connection, vault: vault, maximumBatch: options.maximumBatch, lookEvery: options.lookEvery,
            observers: observers,
            counters: counters, nesting: nesting)
        settings.cacheKibibytes = options.cacheKibibytes / 4
        readers = ConnectionPool(count: options.readers, patience: options.patience) {
            [counters, settings] () throws(StorageError) in
            try SQLiteConnection(path: path, isReadOnly: true, settings: settings, counters: counters)
        }
    }

    deinit { writer.stop() }

    package func write<T: Sendable>(_ body: @escaping @Sendable (any Transaction) throws -> T) throws -> T {
        try nesting.outermost {
            let answer = Locked<Result<T, any Error>?>(nil)
            add(body) { result in
                answer.withLock { $0 = result }
                answer.signal()
            }
            return try answer.wait { $0 }.get()
        }
    }

    package func write<T: Sendable>(_ body: @escaping @Sendable (any Transaction) throws -> T) async throws -> T {
        // Resumed exactly once, since each write is answered exactly once.
        try await unsafe withUnsafeThrowingContinuation { continuation in
            add(body) { unsafe continuation.resume(with: $0) }
        }
    }

    private func add<T: Sendable>(
        _ body: @escaping @Sendable (any Transaction) throws -> T,
        answer: @escaping @Sendable (Result<T, any Error>) -> Void
    ) {
        // Touched by the writer's thread alone.
        nonisolated(unsafe) var value: T?
        let write = PendingWrite {
            unsafe value = try body($0)
        } answer: { result in
            answer(
                Result {
                    try result.get()
                    guard let value = unsafe value else { throw StorageError(.other, "a transaction returned nothing") }
                    return value
                })
        }
        writer.add(write)
    }

    package func read<T>(_ body: (any Transaction) throws -> T) throws -> T {
        try nesting.outermost {
            try readers.withConnection { connection in
                try connection.run("BEGIN")
                let transaction = SQLiteTransaction(connection, vault: vault, isReadOnly: true)
                defer { try? transaction.end() }
                let value = try body(transaction)
                try transaction.end()
                try connection.run("COMMIT")
                return value
            } mend: { connection, _ in
                connection.rollBack()
                return connection.isIdle
            }
        }
    }

    package func observe(_ observer: @escaping @Sendable (Notice) -> Void) { observers.add(observer) }

    package func migrate(_ migrations: [Migration]) throws { try applyMigrations(migrations) }

    /// Whoever awaits a write needs no thread meanwhile; so there is one for each processor, and where these are few some more,
    /// for reads that wait for the disk.
    package var usefulThreads: Int { max(4, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    package var statistics: Statistics { counters.statistics }

    package func close() {
        // The writer last: a connection that only reads cannot move the WAL into the file, so that one file is left.
        readers.close()
        writer.stop()
        writer.waitForEnd()
    }

    /// Copies the database, as of one moment, to a new file at `target`, readable by its owner alone, while reads and
    /// writes go on. The WAL cannot be reset meanwhile, and grows by what is written.
    ///
    /// - Parameters:
    ///   - pagesPerStep: pages of 4 kB that are copied at once.
    ///   - pause: between two steps, so that others get at the disk.
    ///
    /// Throws as `init` does, and `.inputOutput` if there is a file at `target`. There is no copy then.
    package func backup(
        to target: String, pagesPerStep: Int = 256, pause: Duration = .milliseconds(1)
    ) throws(StorageError) {
        let connection = try SQLiteConnection(
            path: path, isReadOnly: true, settings: SQLiteConnection.Settings(), counters: counters)
        let target = target.hasPrefix("/") ? target : "./\(target)"
        try SQLiteFile.create(target)
        do throws(StorageError) {
            try connection.copy(
                to: target, pagesPerStep: Int32(clamping: pagesPerStep),
                pauseMicroseconds: UInt32(clamping: pause.milliseconds * 1000))
            try SQLiteFile.synchronizeFolder(of: target)
        } catch {
            SQLiteFile.remove(target)
            throw error
        }
    }

    /// How many transactions wait for the next commit.
    var waitingWrites: Int { writer.waitingCount }
}
