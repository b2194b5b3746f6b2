import XignDomain

extension Database {
    /// Writes as a login does in a transaction, and rolls it back.
    ///
    /// With SQLite the pages are more than the cache holds, so that they reach the disk: one that is full shows itself.
    /// - Throws: `StorageError` where the database takes no writes.
    package func rehearseWrite(at now: Timestamp) throws {
        guard isServer else { return try rehearseWriteToFile() }
        do {
            try write { transaction in
                try transaction.rehearseLogin(at: now)
                try transaction.execute("INSERT INTO setting (name, value) VALUES (\("rehearsal"), \("x"))")
                throw RolledBack()
            }
        } catch is RolledBack {}
    }

    /// Uses a connection of its own, whose cache may write before the commit, which will not come.
    private func rehearseWriteToFile() throws {
        let path: String? = try read { try $0.row("PRAGMA database_list")?("file") }
        let connection = try SQLiteConnection(path ?? "", as: .writer, options: SQLiteDatabase.Options())
        try connection.run("PRAGMA cache_spill = ON")
        try connection.run("BEGIN IMMEDIATE")
        defer { connection.rollBack() }
        try connection.run("INSERT INTO setting (name, value) VALUES ('rehearsal', hex(zeroblob(1048576)))")
    }
}

private struct RolledBack: Error {}
