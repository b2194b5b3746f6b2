import Glibc
import Threads

/// Refuses a transaction inside a transaction of the same database: threads that hold a connection and wait for a second
/// one would end up waiting for each other, and whoever writes for others would wait for himself.
final class Nesting: Sendable {
    private let inside = Locked<Set<pthread_t>>([])

    /// Runs `body` as a transaction of this thread. Throws `.nestedTransaction` if it is inside of one.
    func outermost<T>(_ body: () throws -> T) throws -> T {
        let thread = pthread_self()
        guard inside.withLock({ $0.insert(thread).inserted }) else { throw StorageError(.nestedTransaction) }
        defer { _ = inside.withLock { $0.remove(thread) } }
        return try body()
    }
}
