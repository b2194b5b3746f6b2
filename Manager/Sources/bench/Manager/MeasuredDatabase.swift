import Threads
import XignStorage

/// A database that notes how long each transaction takes: its statements alone, and with everything around them.
final class MeasuredDatabase: Database {
    struct Execution: Sendable {
        let isWrite: Bool
        /// What the transaction's closure took.
        let inside: Int64
        /// From the call to its return; of a write, with its durable commit.
        let whole: Int64
        let statements: Int
    }

    private let database: SQLiteDatabase
    private let executions = Locked<[Execution]>([])

    init(_ database: SQLiteDatabase) { self.database = database }

    /// Those since this was last asked.
    func takeExecutions() -> [Execution] {
        executions.withLock { executions in
            defer { executions = [] }
            return executions
        }
    }

    func write<T: Sendable>(_ body: @escaping @Sendable (any Transaction) throws -> T) throws -> T {
        let inside = Locked<Int64>(0)
        return try noting(isWrite: true, inside: { inside.withLock { $0 } }) {
            try database.write { transaction in
                let begin = Nanoseconds.monotonic()
                defer { inside.withLock { $0 = Nanoseconds.monotonic() - begin } }
                return try body(transaction)
            }
        }
    }

    func read<T>(_ body: (any Transaction) throws -> T) throws -> T {
        var inside: Int64 = 0
        return try noting(isWrite: false, inside: { inside }) {
            try database.read { transaction in
                let begin = Nanoseconds.monotonic()
                defer { inside = Nanoseconds.monotonic() - begin }
                return try body(transaction)
            }
        }
    }

    func observe(_ observer: @escaping @Sendable (Notice) -> Void) { database.observe(observer) }
    var vault: Vault { database.vault }
    func migrate(_ migrations: [Migration]) throws { try database.migrate(migrations) }
    var usefulThreads: Int { database.usefulThreads }
    var statistics: Statistics { database.statistics }
    func close() { database.close() }

    private func noting<T>(isWrite: Bool, inside: () -> Int64, _ body: () throws -> T) rethrows -> T {
        let (begin, statements) = (Nanoseconds.monotonic(), database.statistics.statements)
        let result = try body()
        let execution = Execution(
            isWrite: isWrite, inside: inside(), whole: Nanoseconds.monotonic() - begin,
            statements: database.statistics.statements - statements)
        executions.withLock { $0.append(execution) }
        return result
    }
}
