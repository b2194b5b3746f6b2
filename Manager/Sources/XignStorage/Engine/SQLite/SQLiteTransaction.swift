/// The transaction that a closure sees: a part of the writer's batch, or a reader's snapshot.
final class SQLiteTransaction: SchemaTransaction {
    let vault: Vault
    private let connection: SQLiteConnection
    private let isReadOnly: Bool
    private var firstFailure = FirstFailure()
    /// To be delivered after the commit.
    private(set) var notices: [Notice] = []
    private let writesBefore: Int

    init(_ connection: SQLiteConnection, vault: Vault, isReadOnly: Bool) {
        self.vault = vault
        self.connection = connection
        self.isReadOnly = isReadOnly
        writesBefore = connection.writes
    }

    /// Whether there can be anything to take back. To be asked before the next transaction on this connection.
    var hasWritten: Bool { connection.writes != writesBefore }

    var failure: StorageError? { firstFailure.error }

    /// To be called when the closure has returned. Throws `.transactionFailed` if it swallowed a failure.
    func end() throws(StorageError) { try firstFailure.end() }

    func rows(_ sql: SQL) throws(StorageError) -> [Row] {
        try firstFailure.run { () throws(StorageError) in try connection.rows(sql) }
    }

    func changedRows(_ sql: SQL) throws(StorageError) -> Int {
        try firstFailure.run { () throws(StorageError) in try connection.changedRows(sql) }
    }

    func notify(_ topic: StaticString, _ payload: String) throws(StorageError) {
        let notice = try firstFailure.run { () throws(StorageError) in
            if isReadOnly { throw StorageError(.readOnly, "a notice sent by a read") }
            return try Notice.checked(topic, payload)
        }
        notices.append(notice)
    }

    var dialect: Dialect { .sqlite }

    /// There is one writer in the process, and BEGIN IMMEDIATE keeps out those of others.
    func lockSchema() {}

    func schemaVersion() throws(StorageError) -> Int {
        guard let version = try row("PRAGMA user_version") else { throw StorageError(.corrupt, "user_version") }
        return try version("user_version")
    }

    func setSchemaVersion(_ version: Int) throws(StorageError) { try define("PRAGMA user_version = \(version)") }

    func define(_ text: String) throws(StorageError) {
        try firstFailure.run { () throws(StorageError) in _ = try connection.run(text) }
    }
}
