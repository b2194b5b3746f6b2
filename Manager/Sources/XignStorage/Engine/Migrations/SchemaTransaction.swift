/// A transaction that can change the schema. Each engine has its own.
protocol SchemaTransaction: Transaction {
    var dialect: Dialect { get }
    /// Keeps other processes from migrating until this transaction ends. Must be its first statement.
    func lockSchema() throws(StorageError)
    /// Returns true if the database has a place for the number of the last migration.
    func hasSchemaVersion() throws(StorageError) -> Bool
    /// Reads the number of the last migration; 0 in a new database.
    func schemaVersion() throws(StorageError) -> Int
    func setSchemaVersion(_ version: Int) throws(StorageError)
    /// Returns the names of all tables, without that of the schema's version.
    func tableNames() throws(StorageError) -> Set<String>
    /// Returns the columns of a table in their order; none where there is no such table.
    func columns(of table: SQL.Fragment) throws(StorageError) -> [TableColumn]
    /// Makes each connection fail that another process opens after the commit, if it has had the database open before.
    /// A process that begins anew is not concerned. On SQLite, processes keep their connections.
    func replaceInstallation() throws(StorageError)
    /// Lets this transaction write more than fits into memory.
    func allowManyRows() throws(StorageError)
    /// Runs a statement that has neither parameters nor rows.
    func define(_ text: String) throws(StorageError)
}

extension Transaction {
    /// The same transaction, as the engine made it.
    var schema: any SchemaTransaction {
        // Proof: `write` and `read` hand out SQLiteTransaction or PostgreSQLTransaction, and both conform.
        self as! any SchemaTransaction
    }

    /// Runs statements, and takes back what they have written. The transaction goes on.
    /// - Throws: the error of `body`. The transaction has failed then.
    func rehearse(_ body: () throws -> Void) throws {
        try schema.define("SAVEPOINT rehearsal")
        try body()
        try schema.define("ROLLBACK TO SAVEPOINT rehearsal")
        try schema.define("RELEASE SAVEPOINT rehearsal")
    }

    /// Checks that no later version of this program has changed the schema since `migrate`.
    /// - Parameter migrations: those that `migrate` was given.
    /// - Throws: `StorageError` with the code `schemaFromTheFuture`; `otherInstallation` where the schema is another's.
    package func requireSchema(_ migrations: [Migration]) throws(StorageError) {
        let version = try schema.schemaVersion()
        guard version <= migrations.count else { throw .future(version, migrations) }
    }
}

extension Transaction {
    /// Keeps other processes from making tables until this transaction ends. Must be its first statement, after
    /// `adopt` of the database.
    /// - Returns: true for a database without tables.
    package func lockTables() throws(StorageError) -> Bool {
        try schema.lockSchema()
        guard try schema.schemaVersion() == 0 else { return false }
        return try schema.tableNames().isEmpty
    }

    /// Makes all tables of an empty database in this transaction, which may then fill them.
    /// - Parameter migrations: all migrations, numbered 1, 2, 3, ...
    package func makeTables(_ migrations: [Migration]) throws {
        try schema.allowManyRows()
        for migration in migrations { try schema.apply(migration) }
    }

    /// Keeps processes that have had this database open from connecting to it again, until they are started anew.
    package func replaceInstallation() throws(StorageError) { try schema.replaceInstallation() }
}

extension SchemaTransaction {
    fileprivate func apply(_ migration: Migration) throws {
        for statement in migration.statements { try define(statement.text(dialect)) }
        try migration.fill?(self)
        try setSchemaVersion(migration.number)
    }
}

extension StorageError {
    fileprivate static let noSchema = StorageError(.noDatabase, "this address, which has no tables")

    fileprivate static func future(_ version: Int, _ migrations: [Migration]) -> StorageError {
        StorageError(.schemaFromTheFuture, "version \(version); this program knows \(migrations.count)")
    }
}

extension Database {
    /// Reads the number of the last migration that was applied, and applies none.
    /// - Throws: `StorageError`; `.noDatabase` in a database without a schema.
    package func schemaVersion() throws -> Int {
        let version = try read { try $0.schema.hasSchemaVersion() ? $0.schema.schemaVersion() : 0 }
        guard version > 0 else { throw StorageError.noSchema }
        return version
    }

    /// Implements `migrate` for both engines.
    /// - Parameter creating: true if a database without a schema may get one.
    func applyMigrations(_ migrations: [Migration], creating: Bool) throws {
        precondition(migrations.map(\.number) == migrations.indices.map { $0 + 1 }, "numbered 1, 2, 3, ...")
        // Until none is left. Another process may apply some of them meanwhile.
        while try applyNext(of: migrations, creating: creating) {}
    }

    /// Applies the first migration that is missing. Returns false if there is none.
    private func applyNext(of migrations: [Migration], creating: Bool) throws -> Bool {
        try write { transaction in
            let transaction = transaction.schema
            try transaction.lockSchema()
            let version = try transaction.schemaVersion()
            guard creating || version > 0 else { throw StorageError.noSchema }
            guard version <= migrations.count else { throw StorageError.future(version, migrations) }
            guard version < migrations.count else { return false }
            try transaction.apply(migrations[version])
            return true
        }
    }
}
