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
    /// with another name is left, which ends in `.unfinished`, there or beside the database. The seal is written last.
    /// - Parameters:
    ///   - context: of the database.
    ///   - file: the path of the new file.
    /// - Throws: `ManagerError` with the code `backupFile` for a file that exists or cannot be made,
    ///   `databaseDamaged` for a damaged database, and `backupOfServer` for PostgreSQL; `StorageError`.
    package static func backUp(
        _ context: Context, at address: DatabaseAddress, to file: String,
        reporting progress: @escaping ReportProgress = ignoreProgress
    ) throws -> Backup {
        guard case .file(let path) = address else {
            throw ManagerError(
                .backupOfServer,
                "The database is a PostgreSQL server, which makes its own backups: run `pg_dump --format=custom`, then "
                    + "`xignin-manager backup --record`.")
        }
        let begun = try BeginBackup(context)()
        let key = try key(of: context)
        let size = try write(SQLiteCopy.Source(path), beside: path, to: file, context, key, progress)
        try RecordBackup(context)(at: begun)
        return Backup(keyIdentifier: key, size: size)
    }

    /// Returns the identifier of the key-encryption key that the database names now.
    private static func key(of context: Context) throws -> String {
        try context.database.read { try $0.vault.identifiers.current }
    }

    /// Writes the copy beside the database first: SQLite opens files by name, and root must not open a name in a folder
    /// that somebody else may write to. Root then copies its bytes into one file that it has created.
    /// - Parameter key: the identifier of the key-encryption key that the database names.
    /// - Returns: the size in bytes.
    private static func write(
        _ source: SQLiteCopy.Source, beside path: String, to file: String, _ context: Context, _ key: String,
        _ progress: @escaping ReportProgress
    ) throws -> Int64 {
        // Named before and after the copy, the key is also that which the copy names.
        let replaced = ManagerError(
            .backupFile, "The key-encryption key was replaced meanwhile, and no file is left: back up again.")
        let seal = BackupSeal.path(file)
        for file in [file, seal] where asOperator({ access(file, F_OK) == 0 }) {
            throw ManagerError(.backupFile, "\(file) exists already, and is left as it is: name a new file.")
        }
        let copy = "\(path).\(UInt64.random(in: .min ... .max)).unfinished"
        do throws(StorageError) { try source.write(to: copy, reporting: progress) } catch {
            if error.code == .corrupt || error.code == .notADatabase {
                throw ManagerError(
                    .databaseDamaged,
                    "The database is damaged, so it was not backed up (\(error.detail)): keep every backup that you have, "
                        + "and see \"A damaged database\" in docs/operations.md.")
            }
            throw ManagerError(.backupFile, "The backup could not be written, and no file is left: \(error)")
        }
        let input = open(copy, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        unlink(copy)
        guard input >= 0 else { throw ManagerError(.backupFile, "Cannot read \(copy): error \(errno).") }
        defer { close(input) }
        guard try Self.key(of: context) == key else { throw replaced }
        return try asOperator {
            try name(file) { output, unfinished in
                let digest = try PrivateFile.copyDatabase(
                    input, named: copy, to: output, named: unfinished, reporting: progress)
                let seal = try BackupSeal.text(digest, context.database.vault)
                guard context.database.vault.identifier == key else { throw replaced }
                return seal
            }
        }
    }

    /// Gives a file its name once it is whole and on the disk, then writes its seal.
    /// - Parameter write: writes the file, and returns the seal.
    private static func name(_ file: String, _ write: (Int32, String) throws -> String) throws -> Int64 {
        let unfinished = "\(file).\(UInt64.random(in: .min ... .max)).unfinished"
        let output = open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard output >= 0 else {
            throw ManagerError(.backupFile, "Cannot create \(unfinished): error \(errno). Name a new file.")
        }
        defer {
            unlink(unfinished)
            close(output)
        }
        let seal = try write(output, unfinished)
        guard fsync(output) == 0 else {
            throw ManagerError(.backupFile, "Cannot write \(unfinished) to the disk: error \(errno).")
        }
        // Unlike a renaming, a link takes no other file's place.
        guard link(unfinished, file) == 0 else {
            let reason = errno == EEXIST ? "it exists already" : "error \(errno)"
            throw ManagerError(.backupFile, "Cannot create \(file): \(reason). Name a new file.")
        }
        // Also synchronizes the folder.
        try PrivateFile.create(BackupSeal.path(file), Array(seal.utf8))
        var information = stat()
        return fstat(output, &information) == 0 ? Int64(information.st_size) : 0
    }
}
