/// A transaction that waits for its turn and its commit.
struct PendingWrite: Sendable {
    private let body: @Sendable (any Transaction) throws -> Void
    /// To be called once, with what `run` has returned, or with why nothing was kept. Lets the caller go on, and returns at once.
    let answer: @Sendable (Result<Void, any Error>) -> Void

    /// - Parameter body: keeps what it returns where the caller finds it. May run more than once.
    init(
        _ body: @escaping @Sendable (any Transaction) throws -> Void,
        answer: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) {
        self.body = body
        self.answer = answer
    }

    /// Runs the closure. Only after a success are its effects to be kept.
    func run(in transaction: SQLiteTransaction) -> Result<Void, any Error> {
        let result = Result {
            try body(transaction)
            try transaction.end()
        }
        // Whoever kept the transaction finds it dead; the closure's own error is the one that counts.
        if case .failure = result { try? transaction.end() }
        return result
    }
}
