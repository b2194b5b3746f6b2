import Metrics

/// A transaction on PostgreSQL.
final class PostgreSQLTransaction: SchemaTransaction {
    let sharedVault: Vault
    let sharedDeclarations: DeclarationCache
    var head: Head?
    let metrics: Metrics
    private let connection: PostgreSQLConnection
    private let counters: Counters
    private let installation: InstallationSchema
    private let isReadOnly: Bool
    /// False for a statement alone, which no BEGIN precedes.
    private let hasSnapshot: Bool
    private var hasRun = false
    /// True after a statement that has to share a snapshot with another, or that only BEGIN keeps from writing.
    private(set) var needsSnapshot = false
    private var lifetime = TransactionLifetime()
    private let answerTimeout: Duration?
    /// The counts to make after the commit.
    private(set) var increments: [Increment] = []

    init(
        _ connection: PostgreSQLConnection, _ context: EngineContext, _ installation: InstallationSchema,
        isReadOnly: Bool, hasSnapshot: Bool = true
    ) {
        self.hasSnapshot = hasSnapshot
        self.installation = installation
        sharedVault = context.vault
        sharedDeclarations = context.declarations
        counters = context.counters
        metrics = context.metrics
        self.connection = connection
        self.isReadOnly = isReadOnly
        answerTimeout = connection.answerTimeout
    }

    /// The error of the statement that failed.
    var failure: StorageError? { lifetime.failure }

    /// Ends the transaction after its closure has returned. Throws `.transactionFailed` if the closure swallowed a
    /// failure.
    func end() throws(StorageError) {
        connection.answerTimeout = answerTimeout
        try lifetime.end()
    }

    func rows(_ sql: SQL) throws(StorageError) -> [Row] {
        try lifetime.run { () throws(StorageError) in
            try expectSnapshot(unless: !hasRun && sql.text.isSelection)
            hasRun = true
            counters.countStatement()
            return try connection.rows(sql)
        }
    }

    func changedRows(_ sql: SQL) throws(StorageError) -> Int {
        try lifetime.run { () throws(StorageError) in
            try expectSnapshot()
            counters.countStatement()
            return try connection.changedRows(sql)
        }
    }

    func notify(_ topic: StaticString, _ payload: String) throws(StorageError) {
        let notice = try lifetime.run { () throws(StorageError) in
            if isReadOnly { throw StorageError(.readOnly, "a notice sent by a read") }
            return try Notice.checked(topic, payload)
        }
        // As text: pg_notify returns void, which has no decoding.
        try execute("SELECT CAST(pg_notify(\(Notice.channel), \(notice.line)) AS TEXT)")
    }

    func count(_ increment: Increment) { increments.append(increment) }

    // MARK: Migrations

    var dialect: Dialect { .postgreSQL }

    /// These statements take no snapshot: the next one sees the changes of the lock's last holder.
    func lockSchema() throws(StorageError) {
        // No limits: a migration takes the time it needs, and waits for those of other processes.
        connection.answerTimeout = nil
        try define("SET LOCAL statement_timeout = 0")
        try define("SET LOCAL lock_timeout = 0")
        try define("LOCK TABLE xign_schema_version IN ACCESS EXCLUSIVE MODE")
    }

    func hasSchemaVersion() throws(StorageError) -> Bool {
        let row = try row("SELECT to_regclass('xign_schema_version') IS NOT NULL AS is_there")
        return try row?("is_there") ?? false
    }

    func schemaVersion() throws(StorageError) -> Int {
        // With the table's number: another installation may have taken the place since the connection was made.
        guard let row = try row("SELECT version, CAST(tableoid AS BIGINT) AS place FROM xign_schema_version") else {
            return 0
        }
        try installation.expect(row("place"))
        return try row("version")
    }

    func setSchemaVersion(_ version: Int) throws(StorageError) {
        try execute("DELETE FROM xign_schema_version")
        try execute("INSERT INTO xign_schema_version (version) VALUES (\(version))")
    }

    func tableNames() throws(StorageError) -> Set<String> {
        Set(
            try values(
                """
                SELECT CAST(tablename AS TEXT) FROM pg_tables
                WHERE schemaname = current_schema() AND tablename <> 'xign_schema_version'
                """))
    }

    func columns(of table: SQL.Fragment) throws(StorageError) -> [TableColumn] {
        try rows(
            """
            SELECT CAST(a.attname AS TEXT) AS name, format_type(a.atttypid, NULL) AS type,
                array_position(CAST(i.indkey AS INT2[]), a.attnum) AS key_place
            FROM pg_attribute a LEFT JOIN pg_index i ON i.indrelid = a.attrelid AND i.indisprimary
            WHERE a.attrelid = to_regclass(\(table.text)) AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum
            """
        ).map { row throws(StorageError) in try TableColumn(row) }
    }

    func allowManyRows() {}

    /// Replaces the table by whose number `InstallationSchema` knows the installation.
    func replaceInstallation() throws(StorageError) {
        let version = try schemaVersion()
        try define("DROP TABLE xign_schema_version")
        try define("CREATE TABLE xign_schema_version (version BIGINT NOT NULL)")
        try define("INSERT INTO xign_schema_version (version) VALUES (\(version))")
    }

    func define(_ text: String) throws(StorageError) {
        try lifetime.run { () throws(StorageError) in
            try expectSnapshot()
            _ = try connection.run(text)
        }
    }

    /// - Parameter mayBeAlone: true for the first statement, if it cannot write.
    private func expectSnapshot(unless mayBeAlone: @autoclosure () -> Bool = false) throws(StorageError) {
        if hasSnapshot || mayBeAlone() { return }
        needsSnapshot = true
        throw StorageError(.transactionFailed, "a statement that needs a snapshot")
    }
}

/// The form of notices in NOTIFY: one channel for all, and the topic before a colon in the payload.
extension Notice {
    static var channel: String { "xign" }

    /// Empty for notices that no transaction sends.
    fileprivate var line: String {
        guard case .message(let topic, let payload) = self else { return "" }
        return "\(topic):\(payload)"
    }

    /// Parses a payload. Nil if it has no topic: other programs may use the channel.
    init?(line: String) {
        guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        self = .message(topic: String(line[..<colon]), payload: String(line[line.utf8.index(after: colon)...]))
    }
}
