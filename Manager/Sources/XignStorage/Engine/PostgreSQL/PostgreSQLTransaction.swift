/// The transaction that a closure sees.
final class PostgreSQLTransaction: SchemaTransaction {
    let vault: Vault
    private let connection: PostgreSQLConnection
    private let isReadOnly: Bool
    private var firstFailure = FirstFailure()
    private let answerTimeout: Duration?

    init(_ connection: PostgreSQLConnection, vault: Vault, isReadOnly: Bool) {
        self.vault = vault
        self.connection = connection
        self.isReadOnly = isReadOnly
        answerTimeout = connection.answerTimeout
    }

    var failure: StorageError? { firstFailure.error }

    /// To be called when the closure has returned. Throws `.transactionFailed` if it swallowed a failure.
    func end() throws(StorageError) {
        connection.answerTimeout = answerTimeout
        try firstFailure.end()
    }

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
        // As text: pg_notify returns void, which has no decoding.
        try execute("SELECT CAST(pg_notify(\(Notice.channel), \(notice.line)) AS TEXT)")
    }

    var dialect: Dialect { .postgreSQL }

    /// These statements take no snapshot, so that what follows sees what the last holder of the lock has committed.
    func lockSchema() throws(StorageError) {
        // A migration takes the time it needs, and so do those of other processes, which it waits for.
        connection.answerTimeout = nil
        try define("SET LOCAL statement_timeout = 0")
        try define("SET LOCAL lock_timeout = 0")
        try define("LOCK TABLE xign_schema_version IN ACCESS EXCLUSIVE MODE")
    }

    func schemaVersion() throws(StorageError) -> Int {
        guard let row = try row("SELECT version FROM xign_schema_version") else { return 0 }
        return try row("version")
    }

    func setSchemaVersion(_ version: Int) throws(StorageError) {
        try execute("DELETE FROM xign_schema_version")
        try execute("INSERT INTO xign_schema_version (version) VALUES (\(version))")
    }

    func define(_ text: String) throws(StorageError) {
        try firstFailure.run { () throws(StorageError) in _ = try connection.run(text) }
    }
}

/// How notices travel: all on one channel, topic and payload with a colon between.
extension Notice {
    static var channel: String { "xign" }

    /// Empty for notices that are none of a transaction's.
    fileprivate var line: String {
        guard case .message(let topic, let payload) = self else { return "" }
        return "\(topic):\(payload)"
    }

    /// Nil if somebody else uses our channel.
    init?(line: String) {
        guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        self = .message(topic: String(line[..<colon]), payload: String(line[line.utf8.index(after: colon)...]))
    }
}
