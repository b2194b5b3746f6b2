import Terminal
import XignServer
import XignUseCases

extension Command {
    /// `backup FILE`.
    static let backup: Command = {
        let file = Parameter<String?>.optionalArgument(
            "FILE", "The new file, which only you can read.", completion: .files)
        let isRecord = Parameter<Bool>.flag("record", "Only record that a backup was made now, by another program.")
        return Command(
            "backup", "Back up the database while the manager runs.",
            discussion: """
                Copies one snapshot of an SQLite database, checks the copy, and seals it in FILE.seal, so that `restore` notices any \
                change of it. Keep key-encryption-key apart from it: neither is of use \
                without the other. `restore` brings the backup back; a copy of the database that was not restored so must not be served.

                PostgreSQL makes its own backups, with pg_dump. Record them with --record, so that `doctor` and the metrics know them.
                """,
            [file, isRecord, Parameter<Bool>.json],
            examples: [
                "xignin-manager backup /media/backup/xign.sqlite",
                Example("xignin-manager backup --record", "After pg_dump."),
            ]
        ) { given, console in
            guard given[isRecord] != (given[file] != nil) else {
                throw Failure(.usage, "name the new file, or give --record alone")
            }
            let configuration = try given.configuration()
            let address = try explaining {
                try given.folder.databaseAddress(configuration, override: given[Options.database])
            }
            try given.withManager { manager in
                guard let path = given[file] else {
                    let now = manager.context.clock.now()
                    try RecordBackup(manager.context)(at: now)
                    return try given.print(
                        BackupReport(recordedAt: now.iso8601), or: "Recorded the backup.", on: console)
                }
                let backup = try console.showingWork {
                    try DataFolder.backUp(manager.context, at: address, to: path, reporting: $0)
                }
                try given.print(
                    BackupReport(
                        file: path, seal: "\(path).seal", bytes: backup.size,
                        keyEncryptionKey: backup.keyIdentifier),
                    or: "Backed up to \(path), \(backup.size) bytes.",
                    "Its seal is \(path).seal: keep both together.",
                    "It needs the key-encryption key \(backup.keyIdentifier).", on: console)
            }
        }
    }()
}

/// The JSON of `backup`.
private struct BackupReport: Encodable {
    var file: String?
    var seal: String?
    var bytes: Int64?
    /// The identifier of the key that opens it.
    var keyEncryptionKey: String?
    var recordedAt: String?
}
