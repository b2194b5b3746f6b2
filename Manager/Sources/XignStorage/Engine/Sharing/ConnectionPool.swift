import Threads

/// Connections, opened when first needed, each lent to one thread at a time and in the order in which threads ask.
final class ConnectionPool<Connection>: Sendable {
    private struct State {
        var idle: [Connection] = []
        var isClosed = false
    }
    // A connection is either in here, under the lock, or with the one thread that took it out.
    private let state = Locked(State())
    private let slots: Slots
    private let closing = Locked(())
    let count: Int
    private let patience: Duration
    private let open: @Sendable () throws(StorageError) -> Connection

    /// - Parameters:
    ///   - count: how many connections there are at most.
    ///   - patience: how long a thread waits for one that is free.
    init(
        count: Int, patience: Duration, open: @escaping @Sendable () throws(StorageError) -> Connection
    ) {
        self.count = count
        self.patience = patience
        self.open = open
        slots = Slots(count)
    }

    /// Opens the first connection, so that a wrong address fails at start.
    func openFirst() throws(StorageError) {
        let connection = try open()
        state.withLock { $0.idle.append(connection) }
    }

    /// Lends a connection to `body`. If `body` throws, `mend` says whether the connection is fit for the next one; if it is
    /// not, it is given up, and all that are idle with it, which have most likely gone the same way.
    ///
    /// Throws `.timeout` if none was free in time, `.closed`, and what opening one throws.
    func withConnection<T>(
        _ body: (Connection) throws -> T, mend: (Connection, any Error) -> Bool
    ) throws -> T {
        guard slots.take(within: patience) else { throw StorageError(.timeout, "no connection was free in time") }
        defer { slots.giveBack() }
        let known = try state.withLock { state in
            if state.isClosed { throw StorageError(.closed) }
            return state.idle.popLast()
        }
        let connection = try known ?? open()
        do {
            let value = try body(connection)
            state.withLock { $0.idle.append(connection) }
            return value
        } catch {
            let isFit = mend(connection, error)
            state.withLock { if isFit { $0.idle.append(connection) } else { $0.idle.removeAll() } }
            throw error
        }
    }

    /// Waits until no connection is lent, and closes all.
    func close() {
        state.withLock { $0.isClosed = true }
        // One at a time: two that each had some of the places would wait for each other.
        closing.withLock { _ in
            for _ in 0..<count { _ = slots.take() }
            state.withLock { $0.idle.removeAll() }
            for _ in 0..<count { slots.giveBack() }
        }
    }
}
