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
    /// Runs a statement that has neither parameters nor rows.
    func define(_ text: String) throws(StorageError)
}

extension Transaction {
    /// The same transaction, as the engine made it.
    fileprivate var schema: any SchemaTransaction {
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
            for statement in migrations[version].statements {
                try transaction.define(statement.text(transaction.dialect))
            }
            try migrations[version].fill?(transaction)
            try transaction.setSchemaVersion(version + 1)
            return true
        }
    }
}
