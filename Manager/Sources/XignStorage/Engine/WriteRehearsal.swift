import XignDomain

extension Database {
    /// Writes in a transaction, and rolls it back: on a server the rows of a login, on SQLite one row that is larger
    /// than the cache, so that it reaches the disk. A full disk shows itself.
    /// - Parameter now: the time of the rows of the login.
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
