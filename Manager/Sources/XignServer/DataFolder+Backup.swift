import Glibc
import XignDomain
import XignStorage
import XignUseCases

extension DataFolder {
    /// A backup that was made.
    package struct Backup: Sendable {
        /// The identifier of the key-encryption key that opens it.
        package let keyIdentifier: String
        /// The size in bytes.
        package let size: Int64
    }

    /// Writes a backup of an SQLite database into a new file that its owner alone can read. A manager may serve
    /// meanwhile.
    ///
    /// The file gets its name once it is complete, checked, and on the disk. If the process is killed before, a file
    /// with another name is left, which ends in `.unfinished`.
    /// - Parameters:
    ///   - context: of the database.
    ///   - file: the path of the new file.
    /// - Throws: `ManagerError` with the code `backupFile` for a file that exists or cannot be made, and
    ///   `backupOfServer` for PostgreSQL; `StorageError`.
    package static func backUp(_ context: Context, at address: DatabaseAddress, to file: String) throws -> Backup {
        guard case .file(let path) = address else {
            throw ManagerError(
                .backupOfServer,
                "The database is a PostgreSQL server, which makes its own backups: run `pg_dump --format=custom`, then "
                    + "`xignin-manager backup --record`.")
        }
        let source = try SQLiteCopy.Source(path)
        let begun = context.clock.now()
        let size = try asOperator { try write(source, to: file) }
        try context.recordBackup(at: begun)
        return Backup(keyIdentifier: context.keyEncryptionKeyIdentifier, size: size)
    }

    /// - Returns: the size in bytes.
    private static func write(_ source: SQLiteCopy.Source, to file: String) throws -> Int64 {
        guard access(file, F_OK) != 0 else {
            throw ManagerError(.backupFile, "\(file) exists already, and is left as it is: name a new file.")
        }
        let unfinished = "\(file).\(UInt64.random(in: .min ... .max)).unfinished"
        do throws(StorageError) { try source.write(to: unfinished) } catch {
            throw ManagerError(.backupFile, "The backup could not be written, and no file is left: \(error)")
        }
        defer { unlink(unfinished) }
        // Unlike a renaming, a link takes no other file's place.
        guard link(unfinished, file) == 0 else {
            let reason = errno == EEXIST ? "it exists already" : "error \(errno)"
            throw ManagerError(.backupFile, "Cannot create \(file): \(reason). Name a new file.")
        }
        try PrivateFile.synchronizeFolder(of: file)
        var information = stat()
        return stat(file, &information) == 0 ? Int64(information.st_size) : 0
    }
}
