import Glibc
import XignDomain
import XignProtocol
import XignStorage
import XignUseCases

extension DataFolder {
    /// The needs of a restore besides the backup.
    package struct RestoreOptions: Sendable {
        /// The exported audit log; nil: nothing is known of the time since the backup.
        package var export: AuditExport?
        /// The operator takes the risk of what remains unknown.
        package var isAccepted: Bool
        /// The operator takes the risk that somebody has changed the backup.
        package var isUnverified: Bool
        package var operatorName: String
        package var progress: ReportProgress

        package init(
            export: AuditExport?, isAccepted: Bool, isUnverified: Bool, operatorName: String,
            reporting progress: @escaping ReportProgress = ignoreProgress
        ) {
            (self.export, self.isAccepted, self.isUnverified) = (export, isAccepted, isUnverified)
            (self.operatorName, self.progress) = (operatorName, progress)
        }
    }

    /// Puts a backup in the place of an SQLite database, or where there is none.
    ///
    /// All changes are made to a copy, which takes the database's name in one step: after a kill, the name leads to the
    /// old database or to the new one. The old one stays beside it under another name.
    /// - Parameters:
    ///   - path: of the database.
    ///   - file: the backup, which is only read.
    ///   - vault: of the folder's key-encryption key.
    /// - Returns: what was done, and the name of the former database.
    /// - Throws: `RestoreReport.NotAccepted`; `ManagerError`; `StorageError`. Nothing has changed then.
    package static func restore(
        _ file: String, to path: String, issuer: ManagerOrigin, vault: Vault, clock: Clock, _ options: RestoreOptions
    ) throws -> (report: RestoreReport, former: String?) {
        let copy = "\(path).\(UInt64.random(in: .min ... .max)).restoring"
        defer { for suffix in ["", "-wal", "-shm", "-journal"] { unlink(copy + suffix) } }
        guard !SQLiteCopy.isSame(file, path) else {
            throw ManagerError(.backupFile, "\(file) is the database itself: name a backup of it.")
        }
        let former = try FormerDatabase(path)
        let seal = try BackupSeal.read(file)
        let digest = try PrivateFile.copyDatabase(file, to: copy, reporting: options.progress)
        let report = try repair(copy, named: file, issuer: issuer, vault: vault, clock: clock, options) {
            BackupSeal.state(seal, of: digest, vault)
        }
        // With all connections closed, the whole database is in the file itself.
        _ = try ExclusiveSQLiteFile(copy)
        try PrivateFile.synchronize(copy)
        return (report, try former.replace(by: copy, at: clock.now()))
    }

    /// - Parameter seal: reads the state of the backup's seal, once the vault has the keys that the backup names.
    private static func repair(
        _ copy: String, named file: String, issuer: ManagerOrigin, vault: Vault, clock: Clock,
        _ options: RestoreOptions,
        seal: () -> BackupSeal.State
    ) throws -> RestoreReport {
        let opened: SQLiteDatabase?
        do throws(StorageError) {
            options.progress(WorkProgress(.checkingCopy))
            try SQLiteCopy.check(copy)
            opened = try SQLiteCopy.hasStoredCode(copy) ? nil : SQLiteDatabase(path: copy, vault: vault)
        } catch {
            guard [.corrupt, .notADatabase, .noDatabase, .foreignDatabase, .other].contains(error.code) else {
                throw error
            }
            throw ManagerError(.backupFile, "\(file) is damaged, or no backup of a manager: restore another one.")
        }
        guard let database = opened else {
            throw ManagerError(
                .backupFile, "\(file) has triggers or views, which no manager makes: restore another one.")
        }
        defer { database.close() }
        // With another key, nothing is restored, and the error is that of the database.
        let hasKey = (try? database.read { try $0.vault.confirm() }) != nil
        let state = hasKey ? seal() : .missing
        guard state != .invalid else {
            throw ManagerError(
                .backupFile,
                "\(file) does not match its seal \(BackupSeal.path(file)): somebody has changed one of them, or they belong "
                    + "to different backups. Restore another one.")
        }
        return try repair(
            database, named: file, issuer: issuer, clock: clock, options,
            doubts: state == .valid
                ? []
                : [
                    "The backup has no seal \(BackupSeal.path(file)): whoever could write to its medium may have changed "
                        + "anything in it that is not encrypted, such as redirect URIs, secrets of websites, and roles."
                ])
    }

    /// Makes a database usable that PostgreSQL's own programs have restored.
    /// - Throws: `RestoreReport.NotAccepted`; `ManagerError`; `StorageError`. Nothing has changed then.
    package static func repairServer(
        _ url: String, issuer: ManagerOrigin, vault: Vault, clock: Clock, _ options: RestoreOptions
    ) throws -> RestoreReport {
        let session = "xign-restore-\(UInt64.random(in: .min ... .max))"
        let database = try ExclusiveUse.server(url, session: session, vault: vault)
        defer { database.close() }
        try ExclusiveUse.expectAlone(database, session: session)
        return try repair(database, named: "the database", issuer: issuer, clock: clock, options)
    }

    private static func repair(
        _ database: any Database, named name: String, issuer: ManagerOrigin, clock: Clock, _ options: RestoreOptions,
        doubts: [String] = []
    ) throws -> RestoreReport {
        let context: Context
        do { context = try Context(database: database, issuer: issuer, clock: clock) } catch let error as ManagerError {
            guard error.code != .notInitialized else { throw withoutManager(name) }
            throw error
        } catch let error as StorageError {
            throw error.code == .noDatabase ? withoutManager(name) : error
        } catch {
            // The structure of the file is sound, and a document or a sealed key in it cannot be read.
            throw ManagerError(.backupFile, "\(name) is damaged (\(error)): restore another one.")
        }
        return try RestoreDatabase(context)(
            name, replaying: options.export, isAccepted: options.isAccepted, isUnverified: options.isUnverified,
            by: options.operatorName, doubts: doubts, reporting: options.progress)
    }

    private static func withoutManager(_ name: String) -> ManagerError {
        ManagerError(.backupFile, "\(name) holds no manager: restore another one.")
    }
}

/// The database that a backup replaces. No other process can open it until this object is released.
private final class FormerDatabase {
    private let path: String
    /// Nil where there is no database.
    private let lock: ExclusiveSQLiteFile?

    init(_ path: String) throws {
        self.path = path
        guard access(path, F_OK) == 0 else {
            // It would be read into the new database.
            guard access("\(path)-wal", F_OK) != 0 else {
                throw ManagerError(
                    .databaseInUse, "\(path)-wal is left of another database: move it to another folder first.")
            }
            lock = nil
            return
        }
        let mark: MoveMark?
        do {
            let file = try ExclusiveUse.file(path)
            mark = try file.moveMark()
            lock = file
        } catch let error as StorageError {
            throw ManagerError(
                .databaseInUse,
                "\(path) cannot be opened: move it to another folder first, with \(path)-wal if there is one. \(error)")
        }
        // A backup from before the move would be a second database of this manager.
        if let mark { throw mark.refusal }
    }

    /// Gives the name of the database to another file, in one step, and waits until that is on the disk.
    /// - Returns: the other name of the former database; nil where there was none.
    func replace(by copy: String, at now: Timestamp) throws -> String? {
        try withExtendedLifetime(lock) {
            let aside = lock == nil ? nil : "\(path).before-restore-\(now.rawValue)"
            if let aside, link(path, aside) != 0 {
                throw ManagerError(
                    .backupFile, "Cannot keep \(path) as \(aside): error \(errno). Nothing was changed.")
            }
            guard rename(copy, path) == 0 else {
                throw ManagerError(
                    .backupFile, "Cannot give the restored database its name \(path): error \(errno).")
            }
            try PrivateFile.synchronizeFolder(of: path)
            return aside
        }
    }
}
