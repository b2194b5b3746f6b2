import Glibc
import Threads

/// The thread of the connection that writes. All transactions that wait when it comes to them share one durable commit, and
/// none is answered before it.
///
///     callers ── add ──▶ waiting ── batch ──▶ BEGIN, each transaction, COMMIT ── answer ──▶ callers
///
/// Callers need not block meanwhile: what their answers do is theirs to do elsewhere. So one waking of this thread is all
/// that a batch costs, however many share it.
final class SQLiteWriter: Sendable {
    private struct State {
        /// Until the thread takes it.
        var connection: SQLiteConnection?
        var waiting: [PendingWrite] = []
        var isStopped = false
        var isClosed = false
    }

    private let state: Locked<State>
    private let vault: Vault
    private let maximumBatch: Int
    private let lookMilliseconds: Int64
    private let observers: Observers
    private let counters: Counters

    /// - Parameters:
    ///   - nesting: what a transaction's closure asks of this database is refused by it.
    ///   - lookEvery: how often to look for changes by other processes.
    init(
        _ connection: sending SQLiteConnection, vault: Vault, maximumBatch: Int, lookEvery: Duration,
        observers: Observers, counters: Counters, nesting: Nesting
    ) {
        self.vault = vault
        self.maximumBatch = maximumBatch
        lookMilliseconds = lookEvery.milliseconds
        self.observers = observers
        self.counters = counters
        // Before anybody can have cached anything.
        _ = connection.wasChangedElsewhere()
        state = Locked(State(connection: connection))
        startThread("sqlite-writer") { [self] in
            try? nesting.outermost { writeUntilStopped() }
            state.withLock { $0.isClosed = true }
            state.broadcast()
        }
    }

    /// Never blocks. Answers with `.closed` after `stop`.
    func add(_ write: PendingWrite) {
        let isStopped = state.withLock { state in
            if !state.isStopped { state.waiting.append(write) }
            return state.isStopped
        }
        if isStopped { write.answer(.failure(StorageError(.closed))) } else { state.signal() }
    }

    /// How many transactions wait for the next batch.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// What has come before is still done.
    func stop() {
        state.withLock { $0.isStopped = true }
        state.broadcast()
    }

    /// Returns when all is done after `stop`, and the connection is closed.
    func waitForEnd() { state.wait { $0.isClosed ? () : nil } }

    // MARK: The thread

    /// The connection is closed when this returns.
    private func writeUntilStopped() {
        guard let connection = state.withLock({ $0.connection.take() }) else { return }
        var nextLook = monotonicMilliseconds() + lookMilliseconds
        while let batch = nextBatch(until: nextLook) {
            if !batch.isEmpty { commit(consume batch, on: connection) }
            let now = monotonicMilliseconds()
            guard now >= nextLook else { continue }
            nextLook = now + lookMilliseconds
            // Asked on the connection that makes all of this process's changes, it tells those of others.
            if connection.wasChangedElsewhere() { observers.deliver([.changedElsewhere]) }
        }
    }

    /// Empty when the time has come; nil when all is done after `stop`.
    private func nextBatch(until time: Int64) -> [PendingWrite]? {
        let isOver = state.wait(milliseconds: max(0, time - monotonicMilliseconds())) { state -> Bool? in
            state.waiting.isEmpty && !state.isStopped ? nil : state.waiting.isEmpty
        }
        guard let isOver else { return [] }
        if isOver { return nil }
        // Threads that are about to add more come first: a commit costs more than many transactions. Nothing waits where none is.
        sched_yield()
        return state.withLock { state in
            let batch = Array(state.waiting.prefix(maximumBatch))
            state.waiting.removeFirst(batch.count)
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
            // So does every one that had succeeded, or seen what another had written.
            connection.rollBack()
            results = Array(repeating: .failure(error), count: batch.count)
        }
        let answers = batch.map(\.answer)
        // What closures hold must not end here, behind the backs of their callers: it might wait for this thread.
        batch = []
        for (answer, result) in zip(answers, results) { answer(result) }
    }

    // MARK: Transactions

    /// - Returns: nil if one has failed after it had written, so that they must be run apart. Then nothing was kept.
    private func runTogether(
        _ batch: [PendingWrite], on connection: SQLiteConnection
    ) throws(StorageError) -> [Result<Void, any Error>]? {
        var run = Run(connection, vault, batch.count)
        try connection.run("BEGIN IMMEDIATE")
        for write in batch {
            let transaction = try run.run(write)
            if transaction.failed, transaction.hasWritten, batch.count > 1 {
                try connection.run("ROLLBACK")
                return nil
            }
        }
        try finish(run)
        return run.results
    }

    /// Each is a savepoint and rolls back alone, which costs a copy of every page that it changes.
    private func runApart(
        _ batch: [PendingWrite], on connection: SQLiteConnection
    ) throws(StorageError) -> [Result<Void, any Error>] {
        var run = Run(connection, vault, batch.count)
        try connection.run("BEGIN IMMEDIATE")
        for write in batch {
            try connection.run("SAVEPOINT one")
            if try run.run(write).failed { try connection.run("ROLLBACK TO one") }
            try connection.run("RELEASE one")
        }
        try finish(run)
        return run.results
    }

    private func finish(_ run: Run) throws(StorageError) {
        try run.connection.run(run.kept > 0 ? "COMMIT" : "ROLLBACK")
        if run.kept > 0 { counters.countCommit(of: run.kept) }
        // Before the answers: whoever has written finds nothing outdated in this process.
        observers.deliver(run.notices)
    }
}

/// The transactions of a batch, one after the other.
private struct Run {
    let connection: SQLiteConnection
    private let vault: Vault
    private(set) var results: [Result<Void, any Error>] = []
    private(set) var kept = 0
    private(set) var notices: [Notice] = []

    init(_ connection: SQLiteConnection, _ vault: Vault, _ count: Int) {
        self.connection = connection
        self.vault = vault
        results.reserveCapacity(count)
    }

    /// - Throws: where all of the batch is lost: SQLite has rolled it back, because of a full disk and the like.
    mutating func run(_ write: PendingWrite) throws(StorageError) -> (failed: Bool, hasWritten: Bool) {
        let transaction = SQLiteTransaction(connection, vault: vault, isReadOnly: false)
        let result = write.run(in: transaction)
        if connection.isIdle { throw transaction.failure ?? StorageError(.other, "rolled back by SQLite") }
        results.append(result)
        guard case .success = result else { return (true, transaction.hasWritten) }
        kept += 1
        notices += transaction.notices
        return (false, transaction.hasWritten)
    }
}
