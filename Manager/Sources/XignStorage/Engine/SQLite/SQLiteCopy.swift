import Glibc
import XignDomain

/// Whole copies of an SQLite file: backups, and databases that are restored.
package enum SQLiteCopy {
    /// A source of copies. It has the database open from the beginning, so that a copy needs rights on its own file
    /// alone.
    package final class Source {
        private let connection: SQLiteConnection

        /// - Parameter path: a database that exists. Other processes may use it.
        ///
        /// Throws as `SQLiteDatabase.init` does.
        package init(_ path: String) throws(StorageError) {
            connection = try SQLiteConnection(path, as: .reader, options: SQLiteDatabase.Options())
            // Opens the WAL and its index, too.
            try connection.run("SELECT count(*) AS count FROM sqlite_schema")
        }

        /// Writes one snapshot into a new file that its owner alone can read, checks it, and waits until it is on the
        /// disk. Writers go on meanwhile, and cannot make it begin anew. The copy has no deleted values.
        ///
        /// The source is checked first: SQLite writes whole pages, so a copy of a damaged file can be sound, and lack
        /// rows.
        ///
        /// Throws `.corrupt` for a damaged source, and other errors; no file is left then, unless the process was
        /// killed.
        package func write(
            to path: String, reporting progress: @escaping ReportProgress = ignoreProgress
        ) throws(StorageError) {
            progress(WorkProgress(.checkingDatabase))
            if let damage = try connection.findDamagedStructure() { throw StorageError(.corrupt, damage) }
            // Neither a name that is special to SQLite, such as ":memory:", nor a URI.
            let path = path.hasPrefix("/") ? path : "./\(path)"
            let descriptor = unsafe open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard descriptor >= 0 else { throw SQLiteFile.failure(errno, path) }
            close(descriptor)
            do throws(StorageError) {
                let size = try connection.copiedSize()
                try connection.calling {
                    progress(WorkProgress(.copyingDatabase, done: SQLiteFile.size(path), of: size))
                } during: { () throws(StorageError) in
                    // One statement, hence one snapshot. SQLite writes into a file that is empty.
                    _ = try connection.rows("VACUUM INTO \(path)")
                }
                progress(WorkProgress(.checkingCopy))
                try SQLiteCopy.check(path)
                try SQLiteFile.synchronize(path)
            } catch {
                _ = unsafe unlink(path)
                throw error
            }
        }
    }

    /// Returns true if both paths lead to one file.
    package static func isSame(_ path: String, _ other: String) -> Bool {
        SQLiteFile.identity(path).map { $0 == SQLiteFile.identity(other) } ?? false
    }

    /// Checks the structure of a file that no other process uses.
    ///
    /// Throws `.corrupt` for a damaged file, and `.notADatabase` for one that SQLite has not written.
    package static func check(_ path: String) throws(StorageError) {
        let connection = try SQLiteConnection(path, as: .reader, options: SQLiteDatabase.Options())
        guard try connection.run("PRAGMA integrity_check(1)").first?.values.first == .text("ok") else {
            throw StorageError(.corrupt, path)
        }
    }

    /// Returns true for a file with triggers or views: SQL that runs whenever a program uses a table.
    package static func hasStoredCode(_ path: String) throws(StorageError) -> Bool {
        let connection = try SQLiteConnection(path, as: .reader, options: SQLiteDatabase.Options())
        return try !connection.run("SELECT 1 FROM sqlite_schema WHERE type NOT IN ('table', 'index') LIMIT 1").isEmpty
    }
}

/// An SQLite file that no other process has open, and that none can open until this object is released.
///
/// Every connection in WAL mode holds a lock of its own on the file, so no program needs to do anything to be noticed.
package final class ExclusiveSQLiteFile {
    private let connection: SQLiteConnection

    /// Brings the whole database into the file itself, so that the file can be moved: afterwards it has no WAL.
    ///
    /// Throws `.timeout` where another process has the file open; and as `SQLiteDatabase.init` does.
    package init(_ path: String) throws(StorageError) {
        connection = try SQLiteConnection(path, as: .writer, options: SQLiteDatabase.Options())
        // Fails while another connection is open.
        try connection.run("PRAGMA journal_mode = DELETE")
        // Locks the file for readers, too. In WAL mode, to which another process may have returned, it would not.
        try connection.run("BEGIN EXCLUSIVE")
        guard try connection.run("PRAGMA journal_mode").first?.values.first == .text("delete") else {
            throw StorageError(.timeout, path)
        }
    }

    /// Reads the only column of the first row.
    func value(_ sql: SQL) throws(StorageError) -> String? {
        guard case .text(let text)? = try connection.rows(sql).first?.values.first else { return nil }
        return text
    }

    deinit { connection.rollBack() }
}
