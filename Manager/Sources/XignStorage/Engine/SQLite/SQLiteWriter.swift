import Glibc
import Metrics
import Threads

/// The thread that writes to an SQLite file, and its queue of transactions.
///
/// The transactions that wait when the thread takes a batch share one durable commit (group commit). Each is answered
/// after that commit.
///
///     callers ── enqueue ──▶ queue ── batch ──▶ BEGIN, each transaction, COMMIT ── answer ──▶ callers
///
/// An answer only hands the result over, so the thread wakes once for a batch, however many callers it has.
final class SQLiteWriter: Sendable {
    private struct State {
        /// Nil once the thread has taken it.
        var connection: SQLiteConnection?
        var queue: [PendingWrite] = []
        var isStopped = false
        var isClosed = false
    }

    /// The largest number of transactions that share a commit.
    private static let maximumBatch = 64

    private let state: Locked<State>
    private let context: EngineContext
    private let pollMilliseconds: Int64

    /// Starts the thread.
    ///
    /// - Parameter changePollInterval: the time between two checks for changes by other processes.
    init(_ connection: sending SQLiteConnection, _ context: EngineContext, changePollInterval: Duration) {
        self.context = context
        pollMilliseconds = changePollInterval.milliseconds
        // The first check only stores the version. It comes before any cache can have read the database.
        _ = connection.wasChangedElsewhere()
        state = Locked(State(connection: connection))
        startThread("sqlite-writer") { [self] in
            // A closure that calls its own database is refused, instead of waiting for this thread.
            try? context.nesting.outermost { writeUntilStopped() }
            state.withLock { $0.isClosed = true }
            state.broadcast()
        }
    }

    /// Adds a transaction to the queue. Never blocks. After `stop` the answer is `.closed`.
    func enqueue(_ write: PendingWrite) {
        let isStopped = state.withLock { state in
            if !state.isStopped { state.queue.append(write) }
            return state.isStopped
        }
        if isStopped { write.answer(.failure(StorageError(.closed))) } else { state.signal() }
    }

    /// The number of transactions in the queue.
    var waitingCount: Int { state.withLock { $0.queue.count } }

    /// Refuses further transactions. Those in the queue are still executed.
    func stop() {
        state.withLock { $0.isStopped = true }
        state.broadcast()
    }

    /// Waits until, after `stop`, the queue is empty and the connection is closed.
    func waitForEnd() { state.wait { $0.isClosed ? () : nil } }

    // MARK: The thread

    /// The connection is closed when this returns.
    private func writeUntilStopped() {
        guard let connection = state.withLock({ $0.connection.take() }) else { return }
        var nextPoll = monotonicMilliseconds() + pollMilliseconds
        while let batch = nextBatch(until: nextPoll) {
            if !batch.isEmpty { commit(consume batch, on: connection) }
            let now = monotonicMilliseconds()
            guard now >= nextPoll else { continue }
            nextPoll = now + pollMilliseconds
            // All changes of this process come from this connection, so a change elsewhere is one of another process.
            if connection.wasChangedElsewhere() { context.observers.deliver([.changedElsewhere]) }
        }
    }

    /// Waits for the next batch. Returns an empty one at `time`, and nil when the queue is empty after `stop`.
    private func nextBatch(until time: Int64) -> [PendingWrite]? {
        let isOver = state.wait(milliseconds: max(0, time - monotonicMilliseconds())) { state -> Bool? in
            state.queue.isEmpty && !state.isStopped ? nil : state.queue.isEmpty
        }
        guard let isOver else { return [] }
        if isOver { return nil }
        // Yields to threads that are about to enqueue a transaction: a commit costs more than many transactions.
        // Without such a thread this returns at once.
        sched_yield()
        return state.withLock { state in
            let batch = Array(state.queue.prefix(Self.maximumBatch))
            state.queue.removeFirst(batch.count)
            return batch
        }
    }

    private func commit(_ batch: consuming [PendingWrite], on connection: SQLiteConnection) {
        let results: [Result<Void, any Error>]
        do throws(StorageError) {
            if let together = try runTogether(batch, on: connection) {
                results = together
            } else {
                results = try runApart(batch, on: connection)
            }
        } catch {
            // Every transaction fails, even one that has thrown an error of its own: it may have seen another's writes.
            connection.rollBack()
            results = Array(repeating: .failure(error), count: batch.count)
        }
        if connection.hasFoundDamage { context.isDamaged.withLock { $0 = true } }
        let answers = batch.map(\.answer)
        // Releases the closures before their callers go on. Otherwise the last reference to a caller's object could be
        // released on this thread, and its deinit could wait for this thread.
        batch = []
        for (answer, result) in zip(answers, results) { answer(result) }
    }

    // MARK: Transactions

    /// Runs the batch as one SQLite transaction, without savepoints.
    ///
    /// - Returns: nil if a transaction failed after it had written. Then nothing was kept, and the batch must run
    ///   apart.
    private func runTogether(
        _ batch: [PendingWrite], on connection: SQLiteConnection
    ) throws(StorageError) -> [Result<Void, any Error>]? {
        var run = BatchRun(connection, context, count: batch.count)
        try connection.run("BEGIN IMMEDIATE")
        for write in batch {
            let transaction = try run.execute(write)
            if transaction.hasFailed, transaction.hasWritten, batch.count > 1 {
                try connection.run("ROLLBACK")
                return nil
            }
        }
        try run.finish()
        return run.results
    }

    /// Runs each transaction in a savepoint, so that it is rolled back alone. SQLite copies every page that such a
    /// transaction changes.
    private func runApart(
        _ batch: [PendingWrite], on connection: SQLiteConnection
    ) throws(StorageError) -> [Result<Void, any Error>] {
        var run = BatchRun(connection, context, count: batch.count)
        try connection.run("BEGIN IMMEDIATE")
        for write in batch {
            try connection.run("SAVEPOINT one")
            if try run.execute(write).hasFailed { try connection.run("ROLLBACK TO one") }
            try connection.run("RELEASE one")
        }
        try run.finish()
        return run.results
    }
}

/// One execution of a batch, with the results so far.
private struct BatchRun {
    private let connection: SQLiteConnection
    private let context: EngineContext
    private(set) var results: [Result<Void, any Error>] = []
    private var kept = 0
    private var notices: [Notice] = []
    private var increments: [Increment] = []

    init(_ connection: SQLiteConnection, _ context: EngineContext, count: Int) {
        self.connection = connection
        self.context = context
        results.reserveCapacity(count)
    }

    /// Runs a transaction and stores its result. Throws if SQLite has rolled back the whole batch, as it does when the
    /// disk is full.
    mutating func execute(_ write: PendingWrite) throws(StorageError) -> (hasFailed: Bool, hasWritten: Bool) {
        let transaction = SQLiteTransaction(connection, context, isReadOnly: false)
        let result = write.run(in: transaction)
        if connection.isIdle { throw transaction.failure ?? StorageError(.other, "rolled back by SQLite") }
        results.append(result)
        guard case .success = result else { return (true, transaction.hasWritten) }
        kept += 1
        notices += transaction.notices
        increments += transaction.increments
        return (false, transaction.hasWritten)
    }

    /// Commits, if any transaction is to be kept, and delivers the notices.
    func finish() throws(StorageError) {
        try connection.run(kept > 0 ? "COMMIT" : "ROLLBACK")
        if kept > 0 {
            context.counters.countCommit(of: kept)
            context.metrics.databaseBatches.observe(kept)
            for increment in increments { increment.run() }
        }
        // Before the answers: a caller that has written must find its own change in this process's caches.
        context.observers.deliver(notices)
    }
}
