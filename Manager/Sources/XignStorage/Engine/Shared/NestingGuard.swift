import Glibc
import Threads

/// A guard against transactions inside transactions of the same database, which could wait for themselves: threads that
/// hold a connection and ask for a second one deadlock when none is left, and so does SQLite's writer when it waits for
/// a write.
final class NestingGuard: Sendable {
    private let threads = Locked<Set<pthread_t>>([])

    /// Runs `body` as this thread's only transaction. Throws `.nestedTransaction` if the thread is inside one already.
    func outermost<T>(_ body: () throws -> T) throws -> T {
        let thread = pthread_self()
        guard threads.withLock({ $0.insert(thread).inserted }) else { throw StorageError(.nestedTransaction) }
        defer { _ = threads.withLock { $0.remove(thread) } }
        return try body()
    }
}
