import XignCrypto
import XignDomain
import XignProtocol

/// The manager's own keys, and the documents that publish them.
package struct Keys {
    let transaction: any Transaction
    private var vault: TransactionVault { transaction.vault }

    // MARK: Signing keys

    /// A private key of the manager. The pair of purpose and id is unique.
    package struct SigningKey {
        package let purpose: String
        package let id: String
        package let privateKey: [UInt8]
        /// The moment from which the key is used. It can be published before.
        package let signsFrom: Timestamp

        package init(purpose: String, id: String, privateKey: [UInt8], signsFrom: Timestamp) {
            self.purpose = purpose
            self.id = id
            self.privateKey = privateKey
            self.signsFrom = signsFrom
        }
    }

    /// Returns the private keys for a purpose, newest first.
    package func signingKeys(purpose: String) throws -> [SigningKey] {
        try transaction.rows(
            SigningKeyColumn.self, from: "signing_key WHERE purpose = \(purpose) ORDER BY created_at DESC"
        ).map { row in
            let id: String = try row(.id)
            return SigningKey(
                purpose: purpose, id: id,
                privateKey: try vault.open(try row(.sealedPrivateKey), at: Self.signingPlace(purpose, id)),
                signsFrom: try row(.signsFrom))
        }
    }

    package func insert(_ key: SigningKey, at now: Timestamp) throws {
        let sealed = try vault.seal(key.privateKey, at: Self.signingPlace(key.purpose, key.id))
        let values = SigningKeyColumn.values { column in
            switch column {
            case .purpose: .of(key.purpose)
            case .id: .of(key.id)
            case .sealedPrivateKey: .of(sealed)
            case .createdAt: .of(now)
            case .signsFrom: .of(key.signsFrom)
            }
        }
        try transaction.execute("INSERT INTO signing_key \(values)")
    }

    /// Destroys a private key.
    package func destroySigningKey(purpose: String, id: String) throws {
        try transaction.execute("DELETE FROM signing_key WHERE purpose = \(purpose) AND id = \(id)")
    }

    // MARK: The secret of logout session ids

    private static let logoutPurpose = "logout"

    /// Returns the secret from which the `sid` of ID tokens is derived. Websites keep these, so it stays the same when
    /// the key-encryption key is replaced: it is the manager secret of the first one.
    package func logoutSecret() throws -> SymmetricKey {
        try signingKeys(purpose: Self.logoutPurpose).first.map { SymmetricKey(data: $0.privateKey) }
            ?? (try vault.managerSecret)
    }

    /// Stores the secret, before the manager secret becomes another one.
    package func keepLogoutSecret(at now: Timestamp) throws {
        guard try signingKeys(purpose: Self.logoutPurpose).isEmpty else { return }
        let secret = try unsafe vault.managerSecret.withUnsafeBytes { unsafe Array($0) }
        try insert(
            SigningKey(purpose: Self.logoutPurpose, id: "sid", privateKey: secret, signsFrom: now), at: now)
    }

    // MARK: Keys of ID tokens

    /// Returns the public keys that have signed ID tokens before. Only this manager can have stored them: whoever can
    /// write to the database cannot add a key.
    package func retiredIDTokenKeys() throws -> [(publicKey: [UInt8], retiredAt: Timestamp)] {
        try transaction.rows(
            RetiredKeyColumn.self, from: "retired_id_token_key ORDER BY retired_at DESC"
        ).map { row in
            let publicKey = try vault.open(try row(.sealedPublicKey), at: Self.retiredPlace(try row(.id)))
            return (publicKey, try row(.retiredAt))
        }
    }

    package func insertRetiredIDTokenKey(_ id: String, publicKey: [UInt8], at now: Timestamp) throws {
        let sealed = try vault.seal(publicKey, at: Self.retiredPlace(id))
        let values = RetiredKeyColumn.values { column in
            switch column {
            case .id: .of(id)
            case .sealedPublicKey: .of(sealed)
            case .retiredAt: .of(now)
            }
        }
        try transaction.execute("INSERT INTO retired_id_token_key \(values)")
    }

    /// Removes the keys that were retired until a moment, or all.
    /// - Returns: their number.
    package func removeRetiredIDTokenKeys(until moment: Timestamp?) throws -> Int {
        try transaction.changedRows(
            "DELETE FROM retired_id_token_key WHERE \(moment == nil) = \(true) OR retired_at <= \(moment)")
    }

    // MARK: Keys that open sealed requests

    package func decryptionKeys() throws -> [DecryptionKey] {
        try transaction.rows(EncryptionKeyColumn.self, from: "encryption_key ORDER BY created_at DESC")
            .compactMap { row in
                let id: [UInt8] = try row(.id)
                let suite: SealingSuite = try row(.suite)
                // A key of a suite that this machine's libcrypto lacks serves on another node.
                guard suite.isAvailable else { return nil }
                let secret = try vault.open(try row(.sealedPrivateKey), at: Self.encryptionPlace(id))
                return try DecryptionKey(suite: suite, secret: SecretOctets(secret))
            }
    }

    package func insertDecryptionKey(
        _ key: EncryptionKey, secret: SecretOctets, at now: Timestamp, destroyedAfter: Timestamp
    ) throws {
        let id = key.identifier.bytes
        let sealed = try vault.seal(secret.bytes, at: Self.encryptionPlace(id))
        let values = EncryptionKeyColumn.values { column in
            switch column {
            case .id: .of(id)
            case .suite: .of(key.suite)
            case .sealedPrivateKey: .of(sealed)
            case .createdAt: .of(now)
            case .destroyedAfter: .of(destroyedAfter)
            }
        }
        try transaction.execute("INSERT INTO encryption_key \(values)")
    }

    /// Destroys keys whose time has passed, so that recorded traffic can no longer be decrypted.
    package func destroyDecryptionKeys(at now: Timestamp) throws -> Int {
        try transaction.changedRows("DELETE FROM encryption_key WHERE destroyed_after <= \(now)")
    }

    /// Destroys all keys but those with these public halves.
    /// - Returns: false if one of these is not there.
    package func keepOnlyDecryptionKeys(of publicKeys: [EncryptionKey]) throws -> Bool {
        let kept = publicKeys.map(\.identifier.bytes)
        _ = try transaction.changedRows("DELETE FROM encryption_key WHERE id NOT IN (\(kept))")
        return try transaction.rows("SELECT id FROM encryption_key").count == Set(kept).count
    }

    // MARK: Key material

    /// Returns the newest document with its signatures.
    package func newestKeyMaterial() throws -> [UInt8]? {
        try transaction.value("SELECT document FROM key_material ORDER BY epoch DESC, sequence DESC LIMIT 1")
    }

    /// Returns the documents after `sequence` of the first epoch, and all documents of later epochs, oldest first. Each
    /// verifies the next. A reader that knows a later epoch skips the documents that are not newer.
    package func keyMaterial(after sequence: Int64) throws -> [[UInt8]] {
        try transaction.values(
            """
            SELECT document FROM key_material
            WHERE sequence > \(sequence) OR epoch > (SELECT min(epoch) FROM key_material) ORDER BY epoch, sequence
            """
        )
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

    private enum SigningKeyColumn: Int, ColumnSet {
        case purpose, id, sealedPrivateKey, createdAt, signsFrom
        static let names = ColumnNames(Self.self)
    }

    private enum RetiredKeyColumn: Int, ColumnSet {
        case id, sealedPublicKey, retiredAt
        static let names = ColumnNames(Self.self)
    }

    private enum EncryptionKeyColumn: Int, ColumnSet {
        case id, suite, sealedPrivateKey, createdAt, destroyedAfter
        static let names = ColumnNames(Self.self)
    }

    static func signingPlace(_ purpose: String, _ id: String) -> Vault.Place {
        Vault.Place(column: "signing_key.private_key", item: "\(purpose)/\(id)")
    }

    static func retiredPlace(_ id: String) -> Vault.Place {
        Vault.Place(column: "retired_id_token_key.public_key", item: id)
    }

    static func encryptionPlace(_ id: [UInt8]) -> Vault.Place {
        Vault.Place(column: "encryption_key.private_key", item: Base64URL.encode(id))
    }
}
