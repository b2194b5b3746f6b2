import Threads

/// A pool of connections, which are opened when first needed and lent to one thread at a time, first come, first
/// served.
final class ConnectionPool<Connection>: Sendable {
    private struct State {
        var idle: [Connection] = []
        var isClosed = false
    }
    // A connection is either in here, under the lock, or with the one thread that borrowed it.
    private let state = Locked(State())
    private let slots: Slots
    private let closing = Locked(())
    let size: Int
    private let timeout: Duration
    private let open: @Sendable () throws(StorageError) -> Connection

    /// - Parameters:
    ///   - size: the largest number of connections at the same time.
    ///   - timeout: the time that a thread waits for an idle connection.
    init(
        size: Int, timeout: Duration, open: @escaping @Sendable () throws(StorageError) -> Connection
    ) {
        self.size = size
        self.timeout = timeout
        self.open = open
        slots = Slots(size)
    }

    /// The number of connections that are lent.
    var inUse: Int { size - slots.freeCount }

    /// Takes the first connection, which was opened apart.
    func add(_ connection: Connection) { state.withLock { $0.idle.append(connection) } }

    /// Lends a connection to `body`.
    ///
    /// - Parameter recover: called when `body` throws; returns true if the connection can be used again. If it cannot,
    ///   the pool closes it and all idle connections, which have most likely failed for the same reason.
    ///
    /// Throws `.timeout` if no connection was idle in time, `.closed`, and whatever opening a connection throws.
    func withConnection<T>(
        _ body: (Connection) throws -> T, recover: (Connection, any Error) -> Bool
    ) throws -> T {
        guard slots.take(within: timeout) else { throw StorageError(.timeout, "no connection was free in time") }
        defer { slots.giveBack() }
        let idle = try state.withLock { state in
            if state.isClosed { throw StorageError(.closed) }
            return state.idle.popLast()
        }
        let connection = try idle ?? open()
        do {
            let value = try body(connection)
            state.withLock { $0.idle.append(connection) }
            return value
        } catch {
            let isUsable = recover(connection, error)
            state.withLock { if isUsable { $0.idle.append(connection) } else { $0.idle.removeAll() } }
            throw error
        }
    }

    /// Waits until no connection is lent, and closes all of them.
    func close() {
        state.withLock { $0.isClosed = true }
        // One call at a time: two that hold some of the slots each would wait for each other.
        closing.withLock { _ in
            for _ in 0..<size { _ = slots.take() }
            state.withLock { $0.idle.removeAll() }
            for _ in 0..<size { slots.giveBack() }
        }
    }
}
