import Metrics

/// A transaction on SQLite: a part of the writer's batch, or a reader's snapshot.
final class SQLiteTransaction: SchemaTransaction {
    let sharedVault: Vault
    let sharedDeclarations: DeclarationCache
    var head: Head?
    let metrics: Metrics
    private let connection: SQLiteConnection
    private let counters: Counters
    private let isReadOnly: Bool
    private var lifetime = TransactionLifetime()
    /// The notices to deliver after the commit.
    private(set) var notices: [Notice] = []
    /// The counts to make after the commit.
    private(set) var increments: [Increment] = []
    private let writesBefore: Int

    init(_ connection: SQLiteConnection, _ context: EngineContext, isReadOnly: Bool) {
        sharedVault = context.vault
        sharedDeclarations = context.declarations
        counters = context.counters
        metrics = context.metrics
        self.connection = connection
        self.isReadOnly = isReadOnly
        writesBefore = connection.writes
    }

    /// True if a rollback could change anything. Valid until the next transaction on this connection.
    var hasWritten: Bool { connection.writes != writesBefore }

    /// The error of the statement that failed.
    var failure: StorageError? { lifetime.failure }

    /// Ends the transaction after its closure has returned. Throws `.transactionFailed` if the closure swallowed a
    /// failure.
    func end() throws(StorageError) { try lifetime.end() }

    func rows(_ sql: SQL) throws(StorageError) -> [Row] {
        try lifetime.run { () throws(StorageError) in
            counters.countStatement()
            return try connection.rows(sql)
        }
    }

    func changedRows(_ sql: SQL) throws(StorageError) -> Int {
        try lifetime.run { () throws(StorageError) in
            counters.countStatement()
            return try connection.changedRows(sql)
        }
    }

    func notify(_ topic: StaticString, _ payload: String) throws(StorageError) {
        let notice = try lifetime.run { () throws(StorageError) in
            if isReadOnly { throw StorageError(.readOnly, "a notice sent by a read") }
            return try Notice.checked(topic, payload)
        }
        notices.append(notice)
    }

    func count(_ increment: Increment) { increments.append(increment) }

    // MARK: Migrations

    var dialect: Dialect { .sqlite }

    /// Does nothing: there is one writer in the process, and BEGIN IMMEDIATE excludes those of other processes.
    func lockSchema() {}

    /// The file's header has it.
    func hasSchemaVersion() -> Bool { true }

    func schemaVersion() throws(StorageError) -> Int {
        guard let version = try row("PRAGMA user_version") else { throw StorageError(.corrupt, "user_version") }
        return try version("user_version")
    }

    func setSchemaVersion(_ version: Int) throws(StorageError) { try define("PRAGMA user_version = \(version)") }

    func tableNames() throws(StorageError) -> Set<String> {
        Set(try values("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'"))
    }

    func columns(of table: SQL.Fragment) throws(StorageError) -> [TableColumn] {
        let columns: SQL =
            "SELECT name, type, NULLIF(pk, 0) AS key_place FROM pragma_table_info(\(table.text)) ORDER BY cid"
        return try rows(columns).map { row throws(StorageError) in try TableColumn(row) }
    }

    func replaceInstallation() {}

    func allowManyRows() throws(StorageError) { try define("PRAGMA cache_spill = ON") }

    func define(_ text: String) throws(StorageError) {
        try lifetime.run { () throws(StorageError) in _ = try connection.run(text) }
    }
}
