import Glibc

/// The space that a database takes, and has left.
package struct DatabaseSize: Sendable, Equatable {
    /// Its bytes; with SQLite those of the file and its write-ahead log.
    package let bytes: Int64
    /// The bytes that its file system has left for this user; nil for a server, whose disk cannot be seen from here.
    package let freeBytes: Int64?

    package init(bytes: Int64, freeBytes: Int64?) { (self.bytes, self.freeBytes) = (bytes, freeBytes) }

    /// Reads the size of an SQLite file. Its write-ahead log is beside it, and so on the same file system.
    /// - Throws: `StorageError` where the system does not tell it.
    package init(ofFile path: String) throws(StorageError) {
        var (file, log, system) = (stat(), stat(), statvfs())
        guard unsafe stat(path, &file) == 0, unsafe statvfs(path, &system) == 0 else {
            throw SQLiteFile.failure(errno, path)
        }
        let logBytes = unsafe stat("\(path)-wal", &log) == 0 ? log.st_size : 0
        bytes = Int64(file.st_size + logBytes)
        freeBytes = Int64(clamping: UInt64(system.f_bavail) &* UInt64(system.f_frsize))
    }
}

extension Database {
    /// Reads the size of the database. Costs the same, however many rows it has.
    /// - Throws: `StorageError`.
    package func size() throws -> DatabaseSize {
        try read { transaction in
            guard !isServer else {
                let bytes: Int64? = try transaction.row("SELECT pg_database_size(current_database()) AS bytes")?(
                    "bytes")
                return DatabaseSize(bytes: bytes ?? 0, freeBytes: nil)
            }
            let file: String? = try transaction.row("PRAGMA database_list")?("file")
            return try DatabaseSize(ofFile: file ?? "")
        }
    }
}
