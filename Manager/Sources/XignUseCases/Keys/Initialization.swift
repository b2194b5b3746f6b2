import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

/// Initializes an empty database, and checks an initialized one.
package enum Initialization {
    private static let issuerSetting = "issuer"
    private static let vaultSetting = "key-encryption key"

    /// The root keys, which must not stay on the server.
    package struct RootKeys: Sendable {
        /// Raw Ed25519 keys; the second is a spare.
        package let privateKeys: [SecretOctets]
        package let fingerprint: String
    }

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
        keep: (RootKeys) throws -> Void
    ) throws {
        try database.migrate(Schema.migrations)
        let alreadyInitialized = ManagerError(
            .alreadyInitialized, "The database holds a manager already: use it, or name another.")
        guard try database.read({ try $0.settings.value(of: issuerSetting) }) == nil else { throw alreadyInitialized }
        let roots = [Curve25519.Signing.PrivateKey(), Curve25519.Signing.PrivateKey()]
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
            rootKeys: try roots.map(Self.verificationKey), threshold: 1, onlineKey: try verificationKey(online),
            encryptionKeys: sealing.keys.map(\.publicKey))
        let signed = try SignedKeyMaterial(signing: material, with: [roots[0], online])
        let onlineKey = Keys.SigningKey(
            purpose: KeyRing.onlinePurpose, id: material.onlineKey.identifier,
            privateKey: Array(online.rawRepresentation), signsFrom: now)
        try keep(
            RootKeys(
                privateKeys: roots.map { SecretOctets($0.rawRepresentation) }, fingerprint: material.fingerprint))
        try database.write { transaction in
            guard try transaction.settings.value(of: issuerSetting) == nil else { throw alreadyInitialized }
            try transaction.settings.set(issuerSetting, to: issuer.description)
            try transaction.settings.set(vaultSetting, to: Base64URL.encode(transaction.vault.identifier))
            let keys = transaction.keys
            try keys.insert(onlineKey, at: now)
            for key in idTokenKeys { try keys.insert(key, at: now) }
            try sealing.insert(keys, at: now)
            _ = try keys.insert(signed)
            try transaction.audit.append(AuditEvent(.managerInitialized, at: now, detail: issuer.description))
        }
    }

    /// Refuses an empty database, one of another manager, and the wrong key-encryption key.
    static func check(database: any Database, issuer: ManagerOrigin) throws {
        let (storedIssuer, storedVault) = try database.read {
            (try $0.settings.value(of: issuerSetting), try $0.settings.value(of: vaultSetting))
        }
        guard let storedIssuer, let storedVault else {
            throw ManagerError(.notInitialized, "The database is empty: run `xignin-manager init` first.")
        }
        guard storedVault == Base64URL.encode(database.vault.identifier) else {
            throw ManagerError(
                .wrongKeyEncryptionKey,
                "The database was written with another key-encryption key: put the right file into the data folder.")
        }
        guard storedIssuer == issuer.description else {
            throw ManagerError(
                .wrongIssuer, "The database belongs to \(storedIssuer), the configuration says \(issuer): correct it.")
        }
    }

    private static func verificationKey(_ key: Curve25519.Signing.PrivateKey) throws -> StatementVerificationKey {
        guard let key = StatementVerificationKey(rawRepresentation: Array(key.publicKey.rawRepresentation)) else {
            throw ManagerError(.keyGeneration, "The random generator gave an unusable key: try again.")
        }
        return key
    }
}
