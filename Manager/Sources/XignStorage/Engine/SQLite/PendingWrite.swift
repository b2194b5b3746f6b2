import Threads

/// A transaction that waits for its turn and its commit.
final class PendingWrite: Sendable {
    private struct State {
        /// Nil until it has run.
        var result: Result<Void, any Error>?
        var isAnswered = false
        /// Until the caller takes it.
        var connection: SQLiteConnection?
    }
    private let body: @Sendable (any Transaction) throws -> Void
    private let state = Locked(State())

    /// - Parameter body: keeps what it returns where the caller finds it.
    init(_ body: @escaping @Sendable (any Transaction) throws -> Void) { self.body = body }

    // MARK: Whoever has the connection

    /// Runs the closure, and says whether its effects are to be kept.
    func run(in transaction: SQLiteTransaction) -> Bool {
        let result = Result {
            try body(transaction)
            try transaction.end()
        }
        state.withLock { $0.result = result }
        if case .success = result { return true }
        // Whoever kept the transaction finds it dead; the closure's own error is the one that counts.
        try? transaction.end()
        return false
    }

    /// Lets the caller go on: with what the closure returned or threw, or with `failure` if nothing of the batch was kept. Then what
    /// it threw counts no more: it may have seen what another had written.
    func answer(_ failure: StorageError?) {
        state.withLock { state in
            if let failure { state.result = .failure(failure) }
            state.isAnswered = true
        }
        state.signal()
    }

    /// Gives the caller the connection: it is his turn to commit for all that wait.
    func takeTurn(with connection: SQLiteConnection) {
        state.withLock { $0.connection = connection }
        state.signal()
    }

    // MARK: The caller

    /// Waits until it is answered, or until it is the caller's turn.
    func waitForAnswerOrTurn() -> SQLiteConnection? {
        state.wait { state in state.connection.take().map { .some($0) } ?? (state.isAnswered ? .some(nil) : nil) }
    }

    /// Throws what the closure threw, or why the transaction was not kept. To be called once it is answered.
    func check() throws {
        guard let result = state.withLock({ $0.isAnswered ? $0.result : nil }) else {
            throw StorageError(.other, "a transaction was not run")
        }
        try result.get()
    }
}
