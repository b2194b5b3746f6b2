/// The condition of a database, as its engine tells it.
package enum DatabaseCondition: Sendable {
    /// - Parameters:
    ///   - damage: the first damaged place that SQLite finds; nil for none.
    ///   - journal: `wal`, or another mode.
    case file(damage: String?, journal: String)
    case server(ServerCondition)
}

/// The settings of a PostgreSQL server on which durability and capacity depend, as its sessions have them.
package struct ServerCondition: Sendable {
    /// The major version.
    package let version: Int
    /// The settings that must be on for a commit to survive a power failure, with their values.
    package let durability: [(name: String, value: String)]
    package let hasChecksums: Bool
    /// The number of connections for users who are not superusers.
    package let connections: Int
    /// The server's clock, in Unix seconds.
    package let now: Int64

    package init(
        version: Int, durability: [(name: String, value: String)], hasChecksums: Bool, connections: Int, now: Int64
    ) {
        self.version = version
        self.durability = durability
        self.hasChecksums = hasChecksums
        self.connections = connections
        self.now = now
    }

    /// The number of connections of one manager: its pool, and the one that listens.
    package static let connectionsOfManager = PostgreSQLDatabase.Options().connections + 1
}

extension Database {
    /// True for a database server, which several machines can share.
    package var isServer: Bool { self is PostgreSQLDatabase }

    /// Examines the database. On SQLite it reads the whole file.
    /// - Throws: `StorageError`.
    package func condition() throws -> DatabaseCondition {
        try isServer ? .server(serverCondition()) : fileCondition()
    }

    private func fileCondition() throws -> DatabaseCondition {
        try read { transaction in
            let found: String? = try transaction.row("PRAGMA quick_check(1)")?("quick_check")
            let orphan = try transaction.row("PRAGMA foreign_key_check")
            let damage =
                found == "ok" ? orphan.map { _ in "a row refers to one that does not exist" } : found ?? "no answer"
            return .file(damage: damage, journal: try transaction.row("PRAGMA journal_mode")?("journal_mode") ?? "none")
        }
    }

    private func serverCondition() throws -> ServerCondition {
        try read { transaction in
            let row = try transaction.row(
                """
                SELECT current_setting('server_version_num') AS version, current_setting('fsync') AS fsync,
                    current_setting('full_page_writes') AS full_page_writes,
                    current_setting('synchronous_commit') AS synchronous_commit,
                    current_setting('data_checksums') AS data_checksums,
                    CAST(current_setting('max_connections') AS BIGINT)
                        - CAST(current_setting('superuser_reserved_connections') AS BIGINT) AS connections,
                    CAST(extract(epoch FROM clock_timestamp()) AS BIGINT) AS now
                """)
            guard let row else { throw StorageError(.other, "no settings") }
            let version: String = try row("version")
            return ServerCondition(
                version: (Int(version) ?? 0) / 10_000,
                durability: try [
                    ("fsync", row("fsync")), ("full_page_writes", row("full_page_writes")),
                    ("synchronous_commit", row("synchronous_commit")),
                ],
                hasChecksums: try row("data_checksums", as: String.self) == "on",
                connections: try row("connections"), now: try row("now"))
        }
    }
}
