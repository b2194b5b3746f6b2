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
    /// The encoding of the database, as the server names it.
    package let encoding: String
    /// The settings that must be on for a commit to survive a power failure, with their values.
    package let durability: [(name: String, value: String)]
    package let hasChecksums: Bool
    /// The number of connections for users who are not superusers.
    package let connections: Int
    /// The manager's user and its own limit of connections (`rolconnlimit`); nil for none.
    package let user: (name: String, connections: Int?)
    /// The limit of the database (`datconnlimit`), for all users together; nil for none.
    package let databaseConnections: Int?
    /// The tables of the schema that belong to somebody whose rights the user lacks, by their owner.
    package let foreignTables: [(owner: String, count: Int)]
    /// The server's clock, in Unix seconds.
    package let now: Int64

    package init(
        version: Int, encoding: String = encodingOfManager, durability: [(name: String, value: String)],
        hasChecksums: Bool, connections: Int, user: (name: String, connections: Int?) = ("xign", nil),
        databaseConnections: Int? = nil, foreignTables: [(owner: String, count: Int)] = [], now: Int64
    ) {
        self.version = version
        self.encoding = encoding
        self.durability = durability
        self.hasChecksums = hasChecksums
        self.connections = connections
        self.user = user
        self.databaseConnections = databaseConnections
        self.foreignTables = foreignTables
        self.now = now
    }

    /// The only encoding that keeps every text of the manager.
    package static let encodingOfManager = "UTF8"

    /// The number of connections of one manager: its pool, and the one that listens.
    package static let connectionsOfManager = PostgreSQLDatabase.Options().connections + 1
}

extension Database {
    /// True for a database server, which several machines can share.
    package var isServer: Bool { self is PostgreSQLDatabase }

    /// Returns the encoding of a server's database that is not UTF-8; nil for UTF-8, and for an SQLite file.
    ///
    /// Other encodings lack characters, so that names which people type are refused, and SQL_ASCII checks nothing.
    /// - Throws: `StorageError`.
    package func foreignEncoding() throws -> String? {
        guard isServer else { return nil }
        let encoding: String? = try read { transaction in
            try transaction.row("SELECT current_setting('server_encoding') AS encoding")?("encoding")
        }
        return encoding == ServerCondition.encodingOfManager ? nil : encoding
    }

    /// Returns the clock of a database server, in Unix seconds; nil for a file.
    package func serverClock() throws -> Int64? {
        guard isServer else { return nil }
        return try read { transaction in
            try transaction.row("SELECT CAST(extract(epoch FROM clock_timestamp()) AS BIGINT) AS now")?("now")
        }
    }
}

extension PostgreSQLDatabase {
    package func condition(unless _: () -> Bool) throws -> DatabaseCondition? {
        try .server(serverCondition())
    }

    private func serverCondition() throws -> ServerCondition {
        try read { transaction in
            let row = try transaction.row(
                """
                SELECT current_setting('server_version_num') AS version,
                    current_setting('server_encoding') AS encoding, current_setting('fsync') AS fsync,
                    current_setting('full_page_writes') AS full_page_writes,
                    current_setting('synchronous_commit') AS synchronous_commit,
                    current_setting('data_checksums') AS data_checksums,
                    CAST(current_setting('max_connections') AS BIGINT)
                        - CAST(current_setting('superuser_reserved_connections') AS BIGINT) AS connections,
                    CAST(rolname AS TEXT) AS user_name, CASE WHEN rolsuper THEN -1 ELSE rolconnlimit END AS user_limit,
                    CASE WHEN rolsuper THEN -1 ELSE datconnlimit END AS database_limit,
                    CAST(extract(epoch FROM clock_timestamp()) AS BIGINT) AS now
                FROM pg_roles, pg_database WHERE rolname = session_user AND datname = current_database()
                """)
            guard let row else { throw StorageError(.other, "no settings") }
            let foreign = try transaction.rows(
                """
                SELECT CAST(pg_get_userbyid(relowner) AS TEXT) AS owner, count(*) AS count FROM pg_class
                WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())
                    AND relkind = 'r' AND NOT pg_has_role(relowner, 'USAGE') GROUP BY relowner ORDER BY relowner
                """)
            let (userLimit, databaseLimit): (Int, Int) = (try row("user_limit"), try row("database_limit"))
            let version: String = try row("version")
            return ServerCondition(
                version: (Int(version) ?? 0) / 10_000, encoding: try row("encoding"),
                durability: try [
                    ("fsync", row("fsync")), ("full_page_writes", row("full_page_writes")),
                    ("synchronous_commit", row("synchronous_commit")),
                ],
                hasChecksums: try row("data_checksums", as: String.self) == "on",
                connections: try row("connections"),
                user: (try row("user_name"), userLimit < 0 ? nil : userLimit),
                databaseConnections: databaseLimit < 0 ? nil : databaseLimit,
                foreignTables: try foreign.map { (try $0("owner"), try $0("count")) }, now: try row("now"))
        }
    }
}
