/// A transaction in the writer's queue, with the caller's callback.
struct PendingWrite: Sendable {
    private let body: @Sendable (any Transaction) throws -> Void
    /// Tells the caller the result: that of `run`, or the reason why nothing was kept. Called once, and returns at
    /// once.
    let answer: @Sendable (Result<Void, any Error>) -> Void

    /// - Parameter body: stores its result where the caller finds it. May run more than once.
    init(
        _ body: @escaping @Sendable (any Transaction) throws -> Void,
        answer: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) {
        self.body = body
        self.answer = answer
    }

    /// Runs the closure. The caller rolls back its effects if it fails.
    func run(in transaction: SQLiteTransaction) -> Result<Void, any Error> {
        let result = Result {
            try body(transaction)
            try transaction.end()
        }
        // A closure that threw has not ended its transaction. Its own error is the one that counts.
        if case .failure = result { try? transaction.end() }
        return result
    }
}
