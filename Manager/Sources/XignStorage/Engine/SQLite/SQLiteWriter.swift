import Glibc
import Threads

/// The connection that writes. Whoever comes while nobody has it takes it, and commits for all who have come meanwhile.
///
///     callers ── wait ──▶ batch ── one of them ──▶ BEGIN, each transaction, COMMIT ── answer ──▶ callers
///                           ▲                                                           │
///                           └───────── those who came meanwhile, one of them ◀──────────┘
///
/// Transactions that wait at the same time share one durable commit, and none is answered before it. Who is alone hands over
/// nothing: a thread of its own for the connection cost a waking each way, which took longer than the transaction.
final class SQLiteWriter: Sendable {
    private struct State {
        /// Nil while somebody has it, and in the end. While it is here, nobody waits.
        var connection: SQLiteConnection?
        var waiting: [PendingWrite] = []
        /// When to ask whether another process has changed the file; whoever has the connection then does.
        var nextLook: Int64
        var isStopped = false
        var isClosed = false
    }

    // The connection is either in here, under the lock, or with the one thread that took it out.
    private let state: Locked<State>
    private let mustStopLooking = Locked(false)
    private let maximumBatch: Int
    private let lookMilliseconds: Int64
    private let observers: Observers
    private let counters: Counters

    /// Starts a thread that looks for changes by other processes while nobody writes.
    /// - Parameter lookEvery: how often that is done.
    init(
        _ connection: sending SQLiteConnection, maximumBatch: Int, lookEvery: Duration, observers: Observers,
        counters: Counters
    ) {
        self.maximumBatch = maximumBatch
        lookMilliseconds = lookEvery.milliseconds
        self.observers = observers
        self.counters = counters
        // Before anybody can have cached anything.
        _ = connection.wasChangedElsewhere()
        state = Locked(State(connection: connection, nextLook: monotonicMilliseconds() + lookMilliseconds))
        startThread("sqlite-look") { [self] in lookUntilStopped() }
    }

    /// Returns when the transaction is answered. Throws `.closed` after `stop`.
    func run(_ write: PendingWrite) throws {
        let connection = try state.withLock { state in
            if state.isStopped { throw StorageError(.closed) }
            state.waiting.append(write)
            return state.connection.take()
        }
        if let connection = connection ?? write.waitForAnswerOrTurn() { commit(on: connection) }
    }

    /// How many transactions wait for the next batch.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// What has come before is still done.
    func stop() {
        state.withLock { $0.isStopped = true }
        state.broadcast()
        mustStopLooking.withLock { $0 = true }
        mustStopLooking.broadcast()
    }

    /// Returns when all is done after `stop`, and the connection is closed.
    func waitForEnd() {
        state.wait { state -> Void? in
            if state.isClosed { return () }
            guard state.connection != nil else { return nil }
            state.connection = nil
            state.isClosed = true
            return ()
        }
    }

    /// Commits for all that wait, the caller among them, and passes the connection on.
    private func commit(on connection: SQLiteConnection) {
        // Threads that are about to come, come first: a commit costs more than many transactions. Nothing waits where none is.
        sched_yield()
        let batch = state.withLock { state in
            let batch = Array(state.waiting.prefix(maximumBatch))
            state.waiting.removeFirst(batch.count)
            return batch
        }
        let failure = run(batch, on: connection)
        lookIfDue(connection)
        // Before the answers: the next batch is under way while these are given.
        passOn(connection)
        for write in batch { write.answer(failure) }
    }

    /// To one of those who have come meanwhile.
    private func passOn(_ connection: SQLiteConnection) {
        let (next, isStopped) = state.withLock { state in
            if state.waiting.isEmpty { state.connection = connection }
            return (state.waiting.first, state.isStopped)
        }
        if let next { next.takeTurn(with: connection) } else if isStopped { state.broadcast() }
    }

    // MARK: Changes by other processes

    private func lookUntilStopped() {
        while mustStopLooking.wait(milliseconds: lookMilliseconds, { $0 ? () : nil }) == nil {
            // Who has it looks himself.
            guard let connection = state.withLock({ $0.connection.take() }) else { continue }
            lookIfDue(connection)
            passOn(connection)
        }
    }

    /// Asked on the connection that makes all of this process's changes, it tells those of others.
    private func lookIfDue(_ connection: SQLiteConnection) {
        let now = monotonicMilliseconds()
        let isDue = state.withLock { state in
            guard now >= state.nextLook else { return false }
            state.nextLook = now + lookMilliseconds
            return true
        }
        if isDue, connection.wasChangedElsewhere() { observers.deliver([.changedElsewhere]) }
    }

    // MARK: Transactions

    /// - Returns: why nothing was kept.
    private func run(_ batch: [PendingWrite], on connection: SQLiteConnection) -> StorageError? {
        do throws(StorageError) {
            if try !run(batch, on: connection, apart: false) { _ = try run(batch, on: connection, apart: true) }
            return nil
        } catch {
            connection.rollBack()
            return error
        }
    }

    /// Runs the transactions as one, so that all become durable together. If that fails, so does every one in it that had
    /// succeeded.
    /// - Parameter apart: each is a savepoint and rolls back alone, which costs a copy of every page that it changes.
    /// - Returns: false if they must be run apart: one has failed after it had written. Then nothing was kept.
    private func run(
        _ batch: [PendingWrite], on connection: SQLiteConnection, apart: Bool
    ) throws(StorageError) -> Bool {
        var kept = 0
        var notices: [Notice] = []
        try connection.run("BEGIN IMMEDIATE")
        for write in batch {
            if apart { try connection.run("SAVEPOINT one") }
            let transaction = SQLiteTransaction(connection, isReadOnly: false)
            let isKept = write.run(in: transaction)
            // A full disk and the like: SQLite has rolled back all of the batch.
            if connection.isIdle { throw transaction.failure ?? StorageError(.other, "rolled back by SQLite") }
            if isKept {
                kept += 1
                notices += transaction.notices
            } else if apart {
                try connection.run("ROLLBACK TO one")
            } else if transaction.hasWritten, batch.count > 1 {
                try connection.run("ROLLBACK")
                return false
            }
            if apart { try connection.run("RELEASE one") }
        }
        try connection.run(kept > 0 ? "COMMIT" : "ROLLBACK")
        if kept > 0 { counters.countCommit(of: kept) }
        // Before the answers: whoever has written finds nothing outdated in this process.
        observers.deliver(notices)
        return true
    }
}
