import XignDomain
import XignProtocol

/// The manager's own keys, and the documents that publish them.
package struct Keys {
    let transaction: any Transaction
    private var vault: Vault { transaction.vault }

    // MARK: Signing keys

    /// Returns the private keys for a purpose, newest first.
    package func signingKeys(purpose: String) throws -> [(id: String, privateKey: [UInt8])] {
        try transaction.rows(
            "SELECT id, sealed_private_key FROM signing_key WHERE purpose = \(purpose) ORDER BY created_at DESC"
        ).map { row in
            let id: String = try row("id")
            return (id, try vault.open(try row("sealed_private_key"), at: Self.signingPlace(purpose, id)))
        }
    }

    package func insertSigningKey(purpose: String, id: String, privateKey: [UInt8], at now: Timestamp) throws {
        let sealed = try vault.seal(privateKey, at: Self.signingPlace(purpose, id))
        try transaction.execute(
            """
            INSERT INTO signing_key (purpose, id, sealed_private_key, created_at)
            VALUES (\(purpose), \(id), \(sealed), \(now))
            """)
    }

    // MARK: Keys that open sealed requests

    package func decryptionKeys() throws -> [DecryptionKey] {
        try transaction.rows("SELECT id, suite, sealed_private_key FROM encryption_key ORDER BY created_at DESC")
            .compactMap { row in
                let id: [UInt8] = try row("id")
                let suite: SealingSuite = try row("suite")
                // A key of a suite that this machine's libcrypto lacks serves on another node.
                guard suite.isAvailable else { return nil }
                let secret = try vault.open(try row("sealed_private_key"), at: Self.encryptionPlace(id))
                return try DecryptionKey(suite: suite, secret: SecretOctets(secret))
            }
    }

    package func insertDecryptionKey(
        _ key: EncryptionKey, secret: SecretOctets, at now: Timestamp, destroyedAfter: Timestamp
    ) throws {
        let id = key.identifier.bytes
        let sealed = try vault.seal(secret.bytes, at: Self.encryptionPlace(id))
        try transaction.execute(
            """
            INSERT INTO encryption_key (id, suite, sealed_private_key, created_at, destroyed_after)
            VALUES (\(id), \(key.suite), \(sealed), \(now), \(destroyedAfter))
            """)
    }

    /// Destroys keys whose time has passed, so that recorded traffic can no longer be decrypted.
    package func destroyDecryptionKeys(at now: Timestamp) throws -> Int {
        try transaction.changedRows("DELETE FROM encryption_key WHERE destroyed_after <= \(now)")
    }

    // MARK: Key material

    /// Returns the newest document with its signatures.
    package func newestKeyMaterial() throws -> [UInt8]? {
        try transaction.row("SELECT document FROM key_material ORDER BY epoch DESC, sequence DESC LIMIT 1")?("document")
    }

    /// Returns the documents after `sequence` of the first epoch, and all documents of later epochs, oldest first. Each
    /// verifies the next. A reader that knows a later epoch skips the documents that are not newer.
    package func keyMaterial(after sequence: Int64) throws -> [[UInt8]] {
        try transaction.rows(
            """
            SELECT document FROM key_material
            WHERE sequence > \(sequence) OR epoch > (SELECT min(epoch) FROM key_material) ORDER BY epoch, sequence
            """
        ).map { try $0("document") }
    }

    /// Stores a document.
    /// - Returns: false where another node has stored a document of the same epoch and sequence.
    package func insert(_ material: SignedKeyMaterial) throws -> Bool {
        try transaction.changedRows(
            """
            INSERT INTO key_material (epoch, sequence, document)
            VALUES (\(material.material.epoch), \(material.material.sequence), \(material.serialized))
            ON CONFLICT (epoch, sequence) DO NOTHING
            """) == 1
    }

    private static func signingPlace(_ purpose: String, _ id: String) -> Vault.Place {
        Vault.Place(column: "signing_key.private_key", item: "\(purpose)/\(id)")
    }

    private static func encryptionPlace(_ id: [UInt8]) -> Vault.Place {
        Vault.Place(column: "encryption_key.private_key", item: Base64URL.encode(id))
    }
}
