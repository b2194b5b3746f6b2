/// The first failure of a transaction, after which nothing more is executed in it.
///
/// PostgreSQL is like that by nature. SQLite would go on, so that code tested on it alone would fail on the other.
struct FirstFailure {
    private(set) var error: StorageError?
    private var isOver = false

    /// Runs `body` unless a statement has failed before or the transaction is over; remembers its failure.
    mutating func run<T>(_ body: () throws(StorageError) -> T) throws(StorageError) -> T {
        if isOver { throw StorageError(.transactionFailed, "used after its end") }
        if error != nil { throw StorageError(.transactionFailed) }
        do throws(StorageError) {
            return try body()
        } catch {
            self.error = error
            throw error
        }
    }

    /// No statement may follow: the closure has returned. Throws if a failure was swallowed.
    mutating func end() throws(StorageError) {
        isOver = true
        if let error { throw StorageError(.transactionFailed, error.detail) }
    }
}
