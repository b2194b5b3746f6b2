import Threads

/// The one server that takes writes, among those that an address names.
///
/// A standby is never used, nor a server that another has replaced: both miss writes that were answered. Each promotion
/// of a standby begins a timeline with a higher number (PostgreSQL's manual, section 26.3.5), so that of two servers
/// that both take writes, the one with the higher number is the primary.
final class PrimaryServer: Sendable {
    private struct State {
        /// Nil until it is looked for.
        var current: PostgreSQLAddress?
        /// The highest number of a timeline so far.
        var timeline = 0
    }
    private let servers: [PostgreSQLAddress]
    private let installation: InstallationSchema
    private let state = Locked(State())

    private let answerTimeout: Duration

    /// - Parameter answerTimeout: that of all connections.
    init(_ address: PostgreSQLAddress, _ installation: InstallationSchema, answerTimeout: Duration) {
        servers = address.servers
        self.installation = installation
        self.answerTimeout = answerTimeout
    }

    /// Connects to the primary, and to the installation's schema.
    ///
    /// Throws `.unavailable` if it cannot be reached, and as `InstallationSchema.enter` does.
    func connect() throws(StorageError) -> PostgreSQLConnection {
        let connection = try connectToServer()
        try installation.enter(connection)
        return connection
    }

    private func connectToServer() throws(StorageError) -> PostgreSQLConnection {
        if servers.count == 1 { return try PostgreSQLConnection(servers[0], answerTimeout: answerTimeout) }
        if let current = state.withLock({ $0.current }),
            let connection = try? PostgreSQLConnection(current, answerTimeout: answerTimeout)
        {
            return connection
        }
        return try find()
    }

    /// Makes the next connection look at all servers: another may have become the primary.
    func lookAgain() { state.withLock { $0.current = nil } }

    /// Connects to each server, and keeps the connection to that with the newest timeline.
    private func find() throws(StorageError) -> PostgreSQLConnection {
        var found: (server: PostgreSQLAddress, connection: PostgreSQLConnection, timeline: Int)?
        var failure = StorageError(.unavailable)
        for server in servers {
            do throws(StorageError) {
                let connection = try PostgreSQLConnection(server, answerTimeout: answerTimeout)
                let timeline = try Self.timeline(connection)
                if timeline > found?.timeline ?? 0 { found = (server, connection, timeline) }
            } catch { failure = error }
        }
        guard let found else { throw failure }
        let isNewest = state.withLock { state in
            guard found.timeline >= state.timeline else { return false }
            state.timeline = found.timeline
            state.current = found.server
            return true
        }
        guard isNewest else {
            throw StorageError(.unavailable, "only a server that another has replaced can be reached: stop it")
        }
        return found.connection
    }

    /// Reads the number of the timeline to which the server writes: the first eight digits of its log's file name.
    private static func timeline(_ connection: PostgreSQLConnection) throws(StorageError) -> Int {
        let name = try connection.text("SELECT pg_walfile_name(pg_current_wal_insert_lsn())")
        guard let number = Int(name.prefix(8), radix: 16) else {
            throw StorageError(.unavailable, "the server does not name its timeline")
        }
        return number
    }
}
