import Glibc
import Terminal
import XignServer
import XignStorage
import XignUseCases

extension Command {
    /// `keys rotate-key-encryption-key`.
    static let keysRotateKeyEncryptionKey: Command = {
        let prepares = Parameter<Bool>.flag("prepare", "Only write the next key, to copy it to the other managers.")
        let destination = Parameter<String?>.option(
            "to", "FILE", "With --prepare: a new file for the next key, where the key's folder cannot be written.",
            completion: .files)
        return Command(
            "rotate-key-encryption-key", "Replace the key that encrypts the database's secrets.",
            discussion: """
                Seals all values with another key while the managers serve. Logins that nobody has confirmed yet end, and so do \
                sessions of the account pages and the console; people log in again. If the command is interrupted, repeat it: \
                it goes on where it was.

                With several managers, run it with --prepare first, and copy key-encryption-key.next to the folder of each. \
                After the rotation, run it once on every other machine, too: there it only renames the files. Old backups need \
                the old key, whose file gets its identifier as the end of its name.

                A folder that cannot be written, such as a Secret of Kubernetes or a credential of systemd, gets the next key from \
                its operator, under the key's name with .next at the end: --prepare --to FILE writes it to another place. After the \
                rotation, the operator puts it in the place of the key.
                """,
            [prepares, destination, Agreement.isAgreed, Parameter<Bool>.json],
            examples: [
                "xignin-manager keys rotate-key-encryption-key --prepare",
                "xignin-manager keys rotate-key-encryption-key",
            ]
        ) { given, console in
            guard given[prepares] || given[destination] == nil else {
                throw Failure(.usage, "--to FILE is for --prepare")
            }
            let (folder, configuration) = (try given.folder, try given.configuration())
            let file = try explaining { try folder.keyEncryptionKeyFile(configuration) }
            try given.withManager { manager in
                try folder.locked {
                    let context = manager.context
                    let named = try context.keyEncryptionKeys()
                    if named.former == nil, try file.nextIdentifier() == named.current {
                        return try finish(named.current, file, given, console)
                    }
                    // With --json these are reports of progress, beside the result.
                    let say = { (text: Text) in given[Parameter<Bool>.json] ? console.report(text) : console.print(text)
                    }
                    let next: String
                    if named.former == nil {
                        if let destination = given[destination] {
                            let identifier = try file.makeNext(at: destination)
                            return try given.print(
                                KeyReport(keyEncryptionKey: identifier, state: .prepared, file: destination),
                                or: "The next key is in \(destination): put it beside the key of each manager, as "
                                    + "\(file.nextPath), then repeat this without --prepare.", on: console)
                        }
                        if !given[prepares] {
                            try given.ask(
                                "Does every manager on this database have this file? Others would stop.",
                                showing: ["Seals the database with the next key, \(file.nextPath)."], on: console)
                        }
                        next = try file.makeNext()
                        say("The next key is in \(file.nextPath): keep a copy in a safe place.")
                        if given[prepares] {
                            return try given.print(
                                KeyReport(keyEncryptionKey: next, state: .prepared, file: file.nextPath),
                                or: "Copy it to the other managers, then repeat this without --prepare.", on: console)
                        }
                        if let ended = try ReplaceKeyEncryptionKey(context)(by: next, operator: OperatorName.current) {
                            say("The new key seals from now on. \(ended) open processes have ended.")
                        }
                    } else {
                        guard given[destination] == nil else {
                            throw Failure(75, "a rotation is unfinished: repeat the command without --prepare first")
                        }
                        next = named.current
                        say("Going on with a rotation that was interrupted.")
                    }
                    try sealAll(context, console)
                    try finish(next, file, given, console)
                }
            }
        }
    }()

    /// Seals all values again, with pauses in which managers write.
    private static func sealAll(_ context: Context, _ console: Console) throws {
        let clock = ContinuousClock()
        while true {
            let begun = clock.now
            switch try SealAgain(context)(operator: OperatorName.current) {
            case .nothing: return
            // As long as the step took, so that managers have half of the time in which only one can write.
            case .goesOn: usleep(UInt32(clamping: Int(begun.duration(to: clock.now) / .microseconds(1))))
            case .ended(let unreadable):
                if unreadable > 0 {
                    console.report("\(unreadable) values could be opened with neither key, and are as they were.")
                }
                return
            }
        }
    }

    private static func finish(
        _ current: String, _ file: KeyEncryptionKeyFile, _ given: ParsedArguments, _ console: Console
    ) throws {
        let (lines, former): ([Text], String?) =
            switch try file.retire(for: current) {
            case .nothing: (["Every value is sealed with \(current)."], nil)
            case .renamed(let former):
                (
                    [
                        "Every value is sealed with the new key, which is \(file.path) from now on.",
                        "Move \(former) offline: only backups of the time before need it. Destroy it with the last one.",
                    ], former
                )
            case .readOnlyFolder:
                (
                    [
                        "Every value is sealed with the new key, which is still \(file.nextPath).",
                        "Its folder cannot be written: where its files come from, put the new key in the place of \(file.path), and move the former one offline. Only backups of the time before need it.",
                    ], nil
                )
            }
        try given.print(
            KeyReport(keyEncryptionKey: current, state: .rotated, formerFile: former), or: lines, on: console)
    }
}

/// The JSON of `keys rotate-key-encryption-key`.
private struct KeyReport: Encodable {
    enum State: String, Encodable { case prepared, rotated }

    /// The identifier of the next key, or of the present one.
    let keyEncryptionKey: String
    let state: State
    /// The file of the next key.
    var file: String?
    /// The file of the former key, to be moved offline.
    var formerFile: String?
}
