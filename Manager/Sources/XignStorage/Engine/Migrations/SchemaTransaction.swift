/// A transaction that can change the schema: each engine's own.
protocol SchemaTransaction: Transaction {
    var dialect: Dialect { get }
    /// Nobody else migrates until this transaction ends. Its first statement.
    func lockSchema() throws(StorageError)
    /// The number of the last migration; 0 in a new database.
    func schemaVersion() throws(StorageError) -> Int
    func setSchemaVersion(_ version: Int) throws(StorageError)
    /// Runs a statement of ours that has neither parameters nor an answer.
    func define(_ text: String) throws(StorageError)
}

extension Database {
    /// The part of `migrate` that both engines share.
    func applyMigrations(_ migrations: [Migration]) throws {
        precondition(migrations.map(\.number) == migrations.indices.map { $0 + 1 }, "numbered 1, 2, 3, ...")
        // One after the other, until there is nothing left to do; another process may do some of them meanwhile.
        while try applyNext(of: migrations) {}
    }

    private func applyNext(of migrations: [Migration]) throws -> Bool {
        try write { transaction in
            // Proof: `write` hands out SQLiteTransaction or PostgreSQLTransaction, and both conform.
            let transaction = transaction as! any SchemaTransaction
            try transaction.lockSchema()
            let version = try transaction.schemaVersion()
            guard version <= migrations.count else {
                throw StorageError(.schemaFromTheFuture, "version \(version); this program knows \(migrations.count)")
            }
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
