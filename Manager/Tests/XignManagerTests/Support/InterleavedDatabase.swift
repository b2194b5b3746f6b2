import Threads
import XignStorage

/// A database on which another transaction commits between two steps of an operation: before its next write.
final class InterleavedDatabase: Database {
    private let base: any Database
    private let interruption = Locked<(@Sendable () throws -> Void)?>(nil)

    init(_ base: any Database) { self.base = base }

    /// Runs `body` once, before the next write begins.
    func beforeNextWrite(_ body: @escaping @Sendable () throws -> Void) { interruption.withLock { $0 = body } }

    private func interrupt() throws {
        let body = interruption.withLock { body in
            defer { body = nil }
            return body
        }
        try body?()
    }

    func write<T: Sendable>(_ body: @escaping @Sendable (any Transaction) throws -> T) throws -> T {
        try interrupt()
        return try base.write(body)
    }

    func write<T: Sendable>(_ body: @escaping @Sendable (any Transaction) throws -> T) async throws -> T {
        try interrupt()
        return try await base.write(body)
    }

    func read<T>(_ body: (any Transaction) throws -> T) throws -> T { try base.read(body) }
    func observe(_ observer: @escaping @Sendable (Notice) -> Void) { base.observe(observer) }
    func migrate(_ migrations: [Migration]) throws { try base.migrate(migrations) }
    var usefulThreads: Int { base.usefulThreads }
    var statistics: Statistics { base.statistics }
    func close() { base.close() }
}
