/// The schema, and who else uses the database.
extension PostgreSQLDatabase {
    package func adopt() throws { try retrying(adoptDatabase) }

    package func migrate(_ migrations: [Migration]) throws {
        try adopt()
        try applyMigrations(migrations, creating: context.mayCreate)
    }

    /// Creates the table of the schema's version where that is wanted, and refuses databases of other programs.
    ///
    /// In a transaction of its own, since a migration's snapshot must not be older than its lock on this table. Under
    /// an advisory lock, since CREATE TABLE IF NOT EXISTS fails when two processes run it at once.
    private func adoptDatabase(_ connection: PostgreSQLConnection) throws {
        let lock: Int64 = 0x5869_676E
        let answerTimeout = connection.answerTimeout
        connection.answerTimeout = nil
        defer { connection.answerTimeout = answerTimeout }
        try connection.begin("READ COMMITTED")
        try connection.run("SET LOCAL lock_timeout = 0")
        try connection.run("SET LOCAL statement_timeout = 0")
        try connection.run("SELECT pg_advisory_xact_lock(\(lock))")
        let tables = try connection.rows(
            "SELECT CAST(tablename AS TEXT) AS name FROM pg_tables WHERE schemaname = current_schema()")
        let names = try tables.map { row in try row("name", as: String.self) }
        if !names.contains("xign_schema_version") {
            guard names.isEmpty else { throw StorageError(.foreignDatabase, "it holds other tables") }
            guard context.mayCreate else {
                throw StorageError(
                    .noDatabase, "postgresql:///\(try connection.text("SELECT current_database()")), which is empty")
            }
            try connection.run("CREATE TABLE xign_schema_version (version BIGINT NOT NULL)")
        }
        try connection.run("COMMIT")
        try installation.adopt(connection)
    }

    /// Returns the number of sessions of other programs in this database: managers, commands, and tools.
    ///
    /// It counts every session without the name that `Options.sessionName` gave to those of this object. A server hides
    /// the kind of a session from other users, but not its user and its name.
    package func otherSessions(than name: String) throws -> Int {
        try read { transaction in
            try transaction.row(
                """
                SELECT count(*) AS count FROM pg_stat_activity
                WHERE datname = current_database() AND usesysid IS NOT NULL
                    AND COALESCE(backend_type, 'client backend') = 'client backend' AND application_name <> \(name)
                """)?("count") ?? 0
        }
    }
}
