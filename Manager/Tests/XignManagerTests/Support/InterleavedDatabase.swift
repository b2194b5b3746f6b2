import Metrics
import Threads
import XignStorage

/// A database on which another transaction commits between two steps of an operation.
final class InterleavedDatabase: Database {
    private let base: any Database
    private let onWrite = Locked<(@Sendable () throws -> Void)?>(nil)
    private let onRead = Locked<(@Sendable () throws -> Void)?>(nil)

    init(_ base: any Database) { self.base = base }

    /// Runs `body` once, before the next write begins.
    func beforeNextWrite(_ body: @escaping @Sendable () throws -> Void) { onWrite.withLock { $0 = body } }

    /// Runs `body` once, after the next read has ended and before its reader goes on.
    func afterNextRead(_ body: @escaping @Sendable () throws -> Void) { onRead.withLock { $0 = body } }

    private func run(_ interruption: Locked<(@Sendable () throws -> Void)?>) throws {
        let body = interruption.withLock { body in
            defer { body = nil }
            return body
        }
        try body?()
    }

    func write<T: Sendable>(_ body: @escaping @Sendable (any Transaction) throws -> T) throws -> T {
        try run(onWrite)
        return try base.write(body)
    }

    func write<T: Sendable>(_ body: @escaping @Sendable (any Transaction) throws -> T) async throws -> T {
        try run(onWrite)
        return try await base.write(body)
    }

    func read<T>(_ body: (any Transaction) throws -> T) throws -> T {
        let value = try base.read(body)
        try run(onRead)
        return value
    }

    func observe(_ observer: @escaping @Sendable (Notice) -> Void) { base.observe(observer) }
    var vault: Vault { base.vault }
    func migrate(_ migrations: [Migration]) throws { try base.migrate(migrations) }
    var usefulThreads: Int { base.usefulThreads }
    var statistics: Statistics { base.statistics }
    var metrics: Metrics { base.metrics }
    var usage: DatabaseUsage { base.usage }
    var isDamaged: Bool { base.isDamaged }
    func condition(unless isStopping: () -> Bool) throws -> DatabaseCondition? {
        try base.condition(unless: isStopping)
    }
    func close() { base.close() }
}
