import Glibc
import XignDomain
import XignProtocol
import XignStorage
import XignUseCases

extension DataFolder {
    /// Creates a manager: the folder, its keys, its configuration, and the database that the configuration names.
    ///
    /// A process that does the same in this folder at the same time waits.
    /// - Parameters:
    ///   - appLinkOrigins: the origins of its App-Links; empty for the default.
    ///   - rootKeys: a new file of the operator's for the root keys; nil for ``rootKeysPath``.
    /// - Returns: the fingerprint of the root keys.
    /// - Throws: `ManagerError`; `StorageError`. The files that this call has written are removed then, except a
    ///   key-encryption key whose database may exist.
    package func initialize(
        _ configuration: Configuration, appLinkOrigins: [String] = [], rootKeys: String? = nil
    ) throws -> String {
        let appLinkOrigins = try configuration.appLinkOrigins(appLinkOrigins)
        try create()
        return try locked {
            let key = try keyEncryptionKeyFile(configuration)
            let isNewKey = !key.exists
            try key.make()
            let database = try openDatabase(configuration, override: nil, creating: true)
            defer { database.close() }
            do {
                try Self.expectUTF8(database)
                return try initialize(database, appLinkOrigins, configuration, rootKeys)
            } catch let error as ManagerError {
                // The database is unchanged. A key that is not its own would stand in the way of the right one.
                if isNewKey { key.removeUnused() }
                throw error
            }
        }
    }

    /// Refuses a database that lacks characters, before anything is written to it: its encoding never changes.
    static func expectUTF8(_ database: any Database) throws {
        guard let encoding = try database.foreignEncoding() else { return }
        throw ManagerError(
            .databaseEncoding,
            "The database has the encoding \(encoding), which cannot keep every name. Make another one: `createdb "
                + "--encoding=UTF8 --locale=C --template=template0 NAME`.")
    }

    /// Writes configuration and root keys, then the database.
    private func initialize(
        _ database: any Database, _ appLinkOrigins: [ManagerOrigin], _ configuration: Configuration,
        _ rootKeys: String?
    ) throws -> String {
        let issuer = try configuration.issuerOrigin()
        var written: [String] = []
        var isElsewhere = false
        var fingerprint = ""
        do {
            try Initialization.run(
                database: database, issuer: issuer, appLinkOrigins: appLinkOrigins, at: Clock.system.now()
            ) { roots, newFingerprint in
                try PrivateFile.create(configurationPath, Array(configuration.yaml.utf8))
                written.append(configurationPath)
                let serialized = try roots.serialized
                if let rootKeys {
                    try asOperator { try PrivateFile.create(rootKeys, serialized) }
                    isElsewhere = true
                } else {
                    try PrivateFile.create(rootKeysPath, serialized)
                    written.append(rootKeysPath)
                }
                fingerprint = newFingerprint
            }
        } catch {
            for path in written { unlink(path) }
            if isElsewhere, let rootKeys { asOperator { _ = unlink(rootKeys) } }
            throw error
        }
        return fingerprint
    }
}
