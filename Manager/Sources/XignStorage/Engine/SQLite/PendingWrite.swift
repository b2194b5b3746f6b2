import Threads

/// A transaction that waits for its turn and its commit, whatever its closure returns.
protocol PendingWrite: AnyObject, Sendable {
    /// Runs the closure, once, and says whether its effects are to be kept.
    func run(in transaction: SQLiteTransaction) -> Bool

    /// Lets the caller go on: with what the closure returned or threw, or with `failure` if the transaction was not kept
    /// although the closure succeeded or never ran.
    func answer(_ failure: StorageError?)
}

final class Write<T: Sendable>: PendingWrite {
    private struct State {
        var result: Result<T, any Error>?
        var isAnswered = false
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

    /// Waits for the answer.
    func value() throws -> T {
        let result = state.wait { state in state.isAnswered ? .some(state.result) : nil }
        guard let result else { throw StorageError(.other, "a transaction was answered without being run") }
        return try result.get()
    }
}
