import Threads

/// A transaction that waits for its turn and its commit, whatever its closure returns.
protocol PendingWrite: AnyObject, Sendable {
    /// Runs the closure, once, and says whether its effects are to be kept.
    func run(in transaction: SQLiteTransaction) -> Bool

    /// Lets the caller go on: with what the closure returned or threw, or with `failure` if the transaction was not kept
    /// although the closure succeeded or never ran.
    func answer(_ failure: StorageError?)

    /// Gives the caller the connection: it is his turn to commit for all that wait.
    func takeTurn(with connection: SQLiteConnection)

    /// Waits until it is answered, or until it is the caller's turn.
    func waitForAnswerOrTurn() -> SQLiteConnection?
}

final class Write<T: Sendable>: PendingWrite {
    private struct State {
        var result: Result<T, any Error>?
        var isAnswered = false
        var connection: SQLiteConnection?
    }
    private let body: @Sendable (any Transaction) throws -> T
    private let state = Locked(State())

    init(_ body: @escaping @Sendable (any Transaction) throws -> T) { self.body = body }

    func run(in transaction: SQLiteTransaction) -> Bool {
        let result = Result {
            let value = try body(transaction)
            try transaction.end()
            return value
        }
        state.withLock { $0.result = result }
        if case .success = result { return true }
        // Whoever kept the transaction finds it dead; the closure's own error is the one that counts.
        try? transaction.end()
        return false
    }

    func answer(_ failure: StorageError?) {
        state.withLock { state in
            switch (state.result, failure) {
            case (.failure?, _), (_, nil): break
            case (_, let failure?): state.result = .failure(failure)
            }
            state.isAnswered = true
        }
        state.signal()
    }

    func takeTurn(with connection: SQLiteConnection) {
        state.withLock { $0.connection = connection }
        state.signal()
    }

    func waitForAnswerOrTurn() -> SQLiteConnection? {
        state.wait { state in state.connection.take().map { .some($0) } ?? (state.isAnswered ? .some(nil) : nil) }
    }

    /// What the closure returned, once it is answered.
    func value() throws -> T {
        guard let result = state.withLock({ $0.isAnswered ? $0.result : nil }) else {
            throw StorageError(.other, "a transaction was not run")
        }
        return try result.get()
    }
}
