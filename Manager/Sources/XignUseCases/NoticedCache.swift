import Threads

/// A value that is read from the database once, and again after a notice that it may have changed.
final class NoticedCache<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        /// Counts the notices.
        var generation = 0
    }

    private let state = Locked(State())

    /// The value if it is cached: for threads that must not wait for the database.
    var cached: Value? { state.withLock { $0.value } }

    func invalidate() { state.withLock { $0 = State(generation: $0.generation + 1) } }

    /// Returns the cached value, or reads it.
    func value(read: () throws -> Value) rethrows -> Value {
        let found = state.withLock { $0 }
        if let value = found.value { return value }
        let value = try read()
        // A value that was read before a notice must not be cached after it.
        state.withLock { if $0.generation == found.generation { $0.value = value } }
        return value
    }
}
