import Threads

/// The one thread that writes, on a connection of its own.
///
///     callers ── enqueue ──▶ waiting ── batch ──▶ BEGIN, a savepoint for each, COMMIT ── answer ──▶ callers
///
/// Transactions that wait at the same time share one durable commit, and none is answered before it. All callers of a batch
/// are answered before the next is taken, which is fuller for that.
final class SQLiteWriter: Sendable {
    private enum Work {
        case batch([any PendingWrite]), stop
    }
    private struct State {
        var waiting: [any PendingWrite] = []
        var isStopped = false
    }
    private let state = Locked(State())
    private let hasEnded = Locked(false)
    private let maximumBatch: Int
    private let lookMilliseconds: Int64
    private let observers: Observers
    private let counters: Counters
    private let nesting: Nesting

    /// - Parameter lookEvery: how often to look whether another process has changed the file.
    init(
        _ connection: sending SQLiteConnection, maximumBatch: Int, lookEvery: Duration, observers: Observers,
        counters: Counters, nesting: Nesting
    ) {
        self.maximumBatch = maximumBatch
        lookMilliseconds = lookEvery.milliseconds
        self.observers = observers
        self.counters = counters
        self.nesting = nesting
        // Before anybody can have cached anything.
        let version = try? connection.dataVersion()
        let handover = Locked<SQLiteConnection?>(connection)
        startThread("sqlite-writer") { [self] in
            if let connection = handover.withLock({ $0.take() }) { serve(connection, version) }
            hasEnded.withLock { $0 = true }
            hasEnded.broadcast()
        }
    }

    /// Throws `.closed` after `stop`; otherwise `write` will be answered. Not to be waited for on the writer's own thread.
    func enqueue(_ write: any PendingWrite) throws {
        let isFirst = try state.withLock { state in
            if state.isStopped { throw StorageError(.closed) }
            state.waiting.append(write)
            return state.waiting.count == 1
        }
        if isFirst { state.signal() }
    }

    /// How many transactions wait for the next batch.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// What was enqueued before is still done.
    func stop() {
        state.withLock { $0.isStopped = true }
        state.signal()
    }

    /// Returns when all is done after `stop`, and the connection is closed.
    func waitForEnd() { _ = hasEnded.wait { $0 ? true : nil } }

    private func serve(_ connection: SQLiteConnection, _ firstVersion: Int64?) {
        nesting.adoptThread()
        var version = firstVersion
        var nextLook = monotonicMilliseconds() + lookMilliseconds
        while true {
            switch state.wait(milliseconds: max(0, nextLook - monotonicMilliseconds()), takeWork) {
            case .batch(let batch): run(batch, on: connection)
            case .stop: return
            case nil: break
            }
            guard monotonicMilliseconds() >= nextLook else { continue }
            nextLook = monotonicMilliseconds() + lookMilliseconds
            // Asked on the connection that makes all of this process's changes, it tells those of others.
            guard let found = try? connection.dataVersion(), found != version else { continue }
            version = found
            observers.deliver([.changedElsewhere])
        }
    }

    private func takeWork(_ state: inout State) -> Work? {
        if state.waiting.isEmpty { return state.isStopped ? .stop : nil }
        let batch = Array(state.waiting.prefix(maximumBatch))
        state.waiting.removeFirst(batch.count)
        return .batch(batch)
    }

    /// Runs the transactions as savepoints of one, so that each rolls back alone and all become durable together. If that
    /// one fails, so does every transaction in it that had succeeded.
    private func run(_ batch: [any PendingWrite], on connection: SQLiteConnection) {
        var kept = 0
        var notices: [Notice] = []
        do throws(StorageError) {
            try connection.run("BEGIN IMMEDIATE")
            for write in batch {
                if batch.count > 1 { try connection.run("SAVEPOINT one") }
                let transaction = SQLiteTransaction(connection, isReadOnly: false)
                if write.run(in: transaction) {
                    kept += 1
                    notices += transaction.notices
                } else if batch.count > 1, !connection.isIdle {
                    try connection.run("ROLLBACK TO one")
                }
                // A full disk and the like: SQLite has rolled back all of the batch.
                if connection.isIdle { throw transaction.failure ?? StorageError(.other, "rolled back by SQLite") }
                if batch.count > 1 { try connection.run("RELEASE one") }
            }
            try connection.run(kept > 0 ? "COMMIT" : "ROLLBACK")
        } catch {
            connection.rollBack()
            for write in batch { write.answer(error) }
            return
        }
        if kept > 0 { counters.countCommit(of: kept) }
        // Before the answers: whoever has written finds nothing outdated in this process.
        observers.deliver(notices)
        for write in batch { write.answer(nil) }
    }
}
