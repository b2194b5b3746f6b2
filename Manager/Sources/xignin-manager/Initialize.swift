import Terminal
import XignServer

extension Command {
    /// `init`: creates keys, configuration and database of a manager.
    static let initialize: Command = {
        let issuer = Parameter<String?>.option(
            "issuer", "URL",
            "Where browsers and devices will reach it: https://login.example.org; without it \(issuerForTrials).",
            parse: { $0 })
        let json = Parameter.json
        return Command(
            "init", "Create a manager: its keys, its configuration, its database.",
            discussion: """
                Writes the data folder. Move root-keys.json offline: whoever has it can speak for this manager, and the manager itself \
                does not need it. Keep a copy of key-encryption-key apart from the database's backups.

                The issuer can never be changed. http is for trials on this machine.
                """,
            [issuer, json]
        ) { given, console in
            try explaining {
                let folder = given.folder
                let configuration = Configuration(
                    issuer: given[issuer] ?? issuerForTrials, appLinkOrigins: nil, database: given[Options.database])
                let origin = try configuration.issuerOrigin()
                let fingerprint = try folder.initialize(configuration)
                if given[json] {
                    return try console.print(
                        json: InitializationReport(
                            issuer: origin.description, data: folder.path, rootKeys: folder.rootKeysPath,
                            fingerprint: fingerprint))
                }
                console.print("A new manager for \(origin) in \(folder.path).")
                if given[issuer] == nil {
                    console.print(
                        "No --issuer was given, so it is this one, for trials on this machine. It can never be changed:"
                    )
                    console.print(
                        "for others, begin again in another folder with `xignin-manager init --issuer https://login.example.org`."
                    )
                }
                console.print("Its fingerprint, for people who run `xign trust`:")
                console.print("    \(fingerprint, .bold)")
                console.print(
                    "Move \(folder.rootKeysPath) offline now, and keep a copy of key-encryption-key in a safe place.")
                console.print("Next: `xignin-manager apply FILE`, then `xignin-manager serve`.")
            }
        }
    }()
}

private let issuerForTrials = "http://127.0.0.1:8080"

private struct InitializationReport: Encodable {
    let issuer: String
    let data: String
    let rootKeys: String
    let fingerprint: String
}
