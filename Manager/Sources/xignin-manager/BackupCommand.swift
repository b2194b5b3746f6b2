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
            [file, isRecord]
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
                    try manager.context.recordBackup(at: manager.context.clock.now())
                    return console.print("Recorded the backup.")
                }
                let backup = try DataFolder.backUp(manager.context, at: address, to: path)
                console.print("Backed up to \(path), \(backup.size) bytes.")
                console.print("Its seal is \(path).seal: keep both together.")
                console.print("It needs the key-encryption key \(backup.keyIdentifier).")
            }
        }
    }()
}
