import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

/// Initializes an empty database, and checks an initialized one.
package enum Initialization {
    private static let issuerSetting = "issuer"

    /// Draws all keys and writes the first key material.
    /// - Parameters:
    ///   - drawPrivateKey: draws a key for ID tokens. Tests share one of RSA, since that takes its time.
    ///   - keep: saves the root keys. It is called before the database holds anything, since nobody could draw them
    ///     again.
    /// - Throws: `ManagerError` where the database was initialized before, and whatever `keep` throws; the database is
    ///   unchanged then.
    package static func run(
        database: any Database, issuer: ManagerOrigin, appLinkOrigins: [ManagerOrigin], at now: Timestamp,
        drawPrivateKey: (Service.SigningAlgorithm) throws -> [UInt8] = { try IDTokenKey.drawPrivateKey(for: $0) },
        keep: (_ roots: RootKeys, _ fingerprint: String) throws -> Void
    ) throws {
        try database.migrate(Schema.migrations)
        let alreadyInitialized = ManagerError(
            .alreadyInitialized, "The database holds a manager already: use it, or name another.")
        try expectNoMark(database)
        guard try database.read({ try $0.settings.value(of: issuerSetting) }) == nil else { throw alreadyInitialized }
        let roots = try RootKeys.draw(issuer: issuer)
        let online = Curve25519.Signing.PrivateKey()
        let idTokenKeys = try IDTokenKeys.initial.map { algorithm in
            Keys.SigningKey(
                purpose: algorithm.rawValue, id: IDTokenKey.newIdentifier(),
                privateKey: try drawPrivateKey(algorithm),
                signsFrom: now)
        }
        let sealing = try EncryptionKeys.draw(at: now)
        let material = KeyMaterial(
            url: issuer, appLinkOrigins: appLinkOrigins, epoch: 1, sequence: 1,
            expiresAt: sealing.materialExpiresAt.seconds,
            rootKeys: roots.publicKeys, threshold: RootKeys.threshold,
            onlineKey: try StatementVerificationKey(of: online),
            encryptionKeys: sealing.keys.map(\.publicKey))
        let signed = try SignedKeyMaterial(signing: material, with: [roots.privateKeys[0], online])
        let onlineKey = Keys.SigningKey(
            purpose: KeyRing.onlinePurpose, id: material.onlineKey.identifier,
            privateKey: Array(online.rawRepresentation), signsFrom: now)
        try keep(roots, material.fingerprint)
        try database.write { transaction in
            guard try transaction.settings.value(of: issuerSetting) == nil else { throw alreadyInitialized }
            try transaction.settings.set(issuerSetting, to: issuer.description)
            try transaction.settings.set(Vault.Setting.current, to: transaction.sharedVault.identifier)
            let keys = transaction.keys
            try keys.insert(onlineKey, at: now)
            for key in idTokenKeys { try keys.insert(key, at: now) }
            try sealing.insert(keys, at: now)
            _ = try keys.insert(signed)
            try transaction.audit.append(AuditEvent(.managerInitialized, at: now, detail: issuer.description))
        }
    }

    /// Refuses an empty database, one of another manager, the wrong key-encryption key, and a database that was moved.
    static func check(database: any Database, issuer: ManagerOrigin) throws {
        try expectNoMark(database)
        try checkIdentity(database: database, issuer: issuer)
    }

    private static func expectNoMark(_ database: any Database) throws {
        if let mark = try database.read({ try $0.settings.moveMark() }) { throw mark.refusal }
    }

    /// Refuses an empty database, one of another manager, and the wrong key-encryption key.
    static func checkIdentity(database: any Database, issuer: ManagerOrigin) throws {
        let (storedIssuer, storedKey, formerKey) = try database.read {
            (
                try $0.settings.value(of: issuerSetting), try $0.settings.value(of: Vault.Setting.current),
                try $0.settings.value(of: Vault.Setting.former)
            )
        }
        guard let storedIssuer, let storedKey else { throw notInitialized }
        do { try database.read { try $0.vault.confirm() } } catch let error as StorageError {
            guard error.code == .keyMissing else { throw error }
            let names = [storedKey, formerKey].compactMap(\.self).joined(separator: " and ")
            throw ManagerError(
                .wrongKeyEncryptionKey,
                "The database is sealed with another key-encryption key: put the file of \(names) beside the "
                    + "configuration. The name of a retired file ends with its identifier.")
        }
        try compare(storedIssuer, with: issuer)
    }

    /// Refuses an empty database, and one of another manager, where the key-encryption key is lost.
    static func checkWithoutKey(database: any Database, issuer: ManagerOrigin) throws {
        try expectNoMark(database)
        guard let stored = try database.read({ try $0.settings.value(of: issuerSetting) }) else { throw notInitialized }
        try compare(stored, with: issuer)
    }

    private static var notInitialized: ManagerError {
        ManagerError(
            .notInitialized,
            "The database has no manager yet, as after an `init` that was interrupted", .initializeOrName)
    }

    private static func compare(_ storedIssuer: String, with issuer: ManagerOrigin) throws {
        guard storedIssuer == issuer.description else {
            throw ManagerError(
                .wrongIssuer, "The database belongs to \(storedIssuer), the configuration says \(issuer): correct it.")
        }
    }
}
