/// The lifetime of one transaction: it ends with the first failed statement, or with its closure.
///
/// PostgreSQL refuses every statement after a failed one. SQLite would execute it, so that code that was tested on
/// SQLite alone would fail on PostgreSQL. This gives both the same rule.
struct TransactionLifetime {
    private(set) var failure: StorageError?
    private var isOver = false

    /// Runs `body`, and keeps its failure. Throws `.transactionFailed` if a statement has failed before or the closure
    /// has returned.
    mutating func run<T>(_ body: () throws(StorageError) -> T) throws(StorageError) -> T {
        if isOver { throw StorageError(.transactionFailed, "used after its end") }
        if failure != nil { throw StorageError(.transactionFailed) }
        do throws(StorageError) {
            return try body()
        } catch {
            failure = error
            throw error
        }
    }

    /// Refuses all further statements, since the closure has returned. Throws `.transactionFailed` if the closure has
    /// swallowed a failure.
    mutating func end() throws(StorageError) {
        isOver = true
        if let failure { throw StorageError(.transactionFailed, failure.detail) }
    }
}
