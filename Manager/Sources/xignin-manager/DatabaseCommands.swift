import Terminal
import XignServer
import XignUseCases

extension Command {
    /// `database move`.
    static let databaseMove: Command = {
        let target = Parameter<String?>.option(
            "to", "URL|FILE",
            "The empty database that gets all rows: postgresql://user@host/name without a password, or a new file for "
                + "SQLite.",
            completion: .files, parse: { $0 })
        let isAborted = Parameter<Bool>.flag(
            "abort", "Take back a move that was interrupted, if the new database has no rows yet.")
        return Command(
            "move", "Move the manager to another database, from SQLite to PostgreSQL or back.",
            discussion: """
                Stop all managers first. All rows go into the new database in one transaction. Nothing ends: devices, sessions, \
                tokens and evidence go on. The former database is marked, and every program refuses it from then on.

                If the command is interrupted, repeat it: it finishes what it had begun. --abort makes the former database usable \
                again, once it has seen that the new one has no rows.

                A password of the new database is in a file, which the address names as `passfile`. Never restore a backup of the \
                former database from before the move while the new one is used: both would count wrong PINs by themselves.
                """,
            [target, isAborted, Parameter<Bool>.json],
            examples: [
                "xignin-manager database move --to 'postgresql://xign@/xign?host=/run/postgresql'",
                Example("xignin-manager database move --to /var/lib/xign/manager.sqlite", "Back to SQLite."),
            ]
        ) { given, console in
            guard given[isAborted] != (given[target] != nil) else {
                throw Failure(.usage, "name the new database with --to URL|FILE, or give --abort alone")
            }
            let (folder, configuration) = (try given.folder, try given.configuration())
            try explaining {
                let issuer = try configuration.issuerOrigin()
                let source = try folder.databaseAddress(configuration, override: given[Options.database])
                try console.showingWork { progress in
                    let move = DatabaseMove(
                        from: source, issuer: issuer, clock: .system, operatorName: OperatorName.current,
                        reporting: progress
                    ) { try folder.keyEncryptionKeyFile(configuration).vault() }
                    guard let address = given[target] else { return try given.report(abortOf: move, console) }
                    let done = try move(to: address)
                    let result: Text =
                        if let rows = done.rows { "Moved \(rows) rows to \(done.place)." } else {
                            "The database is at \(done.place)."
                        }
                    try given.print(
                        MoveReport(database: done.place, rows: done.rows, moved: true), or: result,
                        "Now write this into \(folder.configurationPath), and start the manager:",
                        "    database: '\(done.place.replacing("'", with: "''"))'",
                        "Then back up the new database. Never restore a backup of the former one from before.",
                        on: console)
                }
            }
        }
    }()
}

extension ParsedArguments {
    fileprivate func report(abortOf move: DatabaseMove, _ console: Console) throws {
        let place = try move.abort()
        let result: Text =
            if let place { "Took back the move to \(place). The present database can be used again." } else {
                "No move was begun. Nothing was changed."
            }
        try print(MoveReport(database: place, moved: false), or: result, on: console)
    }
}

/// The JSON of `database move`.
private struct MoveReport: Encodable {
    /// The address of the new database.
    var database: String?
    var rows: Int64?
    let moved: Bool
}
