import Glibc
import Terminal
import XignCrypto
import XignDomain
import XignProtocol
import XignServer
import XignStorage
import XignUseCases

extension Command {
    /// `init`: keys, configuration and database of a new manager.
    static let initialize: Command = {
        let issuer = Parameter<String?>.option(
            "issuer", "URL",
            "Where browsers and devices will reach it: https://login.example.org; without it \(issuerForTrials).",
            parse: { $0 })
        let json = Parameter.json
        return Command(
            "init", "Make a new manager: its keys, its configuration, its database.",
            discussion: """
                Writes the data folder. Move root-keys.json offline: whoever has it can speak for this manager, and the manager itself \
                does not need it. Keep a copy of key-encryption-key apart from the database's backups.

                The issuer can never be changed. http is for trying things out on this machine.
                """,
            [issuer, json]
        ) { given, console in
            try explaining {
                let folder = given.folder
                let configuration = Configuration(
                    issuer: given[issuer] ?? issuerForTrials, appLinkOrigins: nil, database: given[Options.database])
                let origin = try configuration.issuerOrigin()
                try folder.create()
                let fingerprint = try folder.locked {
                    let isNewKey = !folder.hasKeyEncryptionKey
                    try folder.makeKeyEncryptionKey()
                    let database = try folder.openDatabase(configuration, override: nil)
                    defer { database.close() }
                    do { return try setUp(database, folder, configuration) } catch let error as ManagerError {
                        // The database is as it was. A key that is not its own would only be in the way of the right one.
                        if isNewKey { folder.removeUnusedKeyEncryptionKey() }
                        throw error
                    }
                }
                if given[json] {
                    return try console.print(
                        json: InitializationReport(
                            issuer: origin.description, data: folder.path, rootKeys: folder.rootKeysPath,
                            fingerprint: fingerprint))
                }
                console.print("A new manager for \(origin) in \(folder.path).")
                if given[issuer] == nil {
                    console.print(
                        "No --issuer was given, so it is this one, for trying things out on this machine. It can never be changed:"
                    )
                    console.print(
                        "for others, begin anew in another folder with `xignin-manager init --issuer https://login.example.org`."
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

/// Writes configuration and root keys, then the database; takes the files away again where the latter fails.
/// - Returns: the fingerprint of the root keys.
private func setUp(
    _ database: any Database, _ folder: DataFolder, _ configuration: Configuration
) throws -> String {
    let issuer = try configuration.issuerOrigin()
    var written: [String] = []
    var fingerprint = ""
    do {
        try Initialization.run(
            database: database, issuer: issuer, appLinkOrigins: try configuration.appLinks(), at: Clock.system.now()
        ) { roots in
            let rootKeys = RootKeyFile(
                issuer: issuer.description, rootKeys: roots.privateKeys.map { Base64URL.encode($0.bytes) })
            try PrivateFile.create(folder.configurationPath, Array(configuration.yaml.utf8))
            written.append(folder.configurationPath)
            try PrivateFile.create(folder.rootKeysPath, try MessageCoding.encode(rootKeys))
            written.append(folder.rootKeysPath)
            fingerprint = roots.fingerprint
        }
    } catch {
        for path in written { unlink(path) }
        throw error
    }
    return fingerprint
}

private struct RootKeyFile: Codable {
    let issuer: String
    let rootKeys: [String]
}

private struct InitializationReport: Encodable {
    let issuer: String
    let data: String
    let rootKeys: String
    let fingerprint: String
}
