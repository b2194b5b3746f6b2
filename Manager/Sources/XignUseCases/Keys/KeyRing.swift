import Threads
import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

/// A cache of the manager's private keys. `invalidate` makes the next use read them again.
package final class KeyRing: Sendable {
    static let onlinePurpose = "online"

    private struct Keys: Sendable {
        var material: SignedKeyMaterial
        var online: Curve25519.Signing.PrivateKey
        var decryption: [EncryptionKeyID: DecryptionKey]
        var idToken: IDTokenKeys
        var logoutSecret: SymmetricKey
    }

    private let database: any Database
    private let keys: Locked<(generation: Int, keys: Keys)>
    /// The number of loads that have begun.
    private let generation = Locked(0)
    private let isOutdated = Locked(false)
    private let published = Locked<PublishedKeys?>(nil)

    init(database: any Database) throws {
        self.database = database
        keys = Locked((0, try Self.load(database)))
    }

    /// Reads the signed documents of the key material after this sequence number, oldest first; each is verified by the
    /// one before.
    package func documents(after sequence: Int64) throws -> [[UInt8]] {
        try database.read { try $0.keys.keyMaterial(after: sequence) }
    }

    /// Reads the documents after this sequence number for a device, which seals to the newest one at once. Another
    /// process may have published it a moment ago, so that this one does not have its keys yet: the next use reads
    /// them.
    package func documentsForDevices(after sequence: Int64) throws -> [[UInt8]] {
        let documents = try documents(after: sequence)
        if let newest = documents.last, newest != current.material.serialized { invalidate() }
        return documents
    }

    /// The newest key material, as signed.
    package var material: SignedKeyMaterial { current.material }

    var online: Curve25519.Signing.PrivateKey { current.online }

    package func decryptionKey(_ id: EncryptionKeyID) -> DecryptionKey? { current.decryption[id] }

    /// Returns true if a device can rightly have sealed to this key, though it is not there to open the request: it was
    /// destroyed.
    ///
    /// False for a key that this database has never published. A newer database has, in whose place an older copy was
    /// put; or nobody has.
    /// - Throws: `StorageError`.
    package func hasPublished(_ id: EncryptionKeyID, at now: Timestamp) throws -> Bool {
        let newest = material.serialized
        if let known = published.withLock({ $0 }), known.newest == newest { return known.contains(id, at: now) }
        let read = try PublishedKeys(documents(after: 0), newest: newest)
        published.withLock { $0 = read }
        return read.contains(id, at: now)
    }

    var idToken: IDTokenKeys { current.idToken }

    /// The secret from which the `sid` of ID tokens is derived.
    var logoutSecret: SymmetricKey { current.logoutSecret }

    /// Marks the keys as outdated. Quick: the next use reads the database.
    func invalidate() { isOutdated.withLock { $0 = true } }

    /// Reads the keys from the database. If loads overlap, the one that began last counts: an earlier one may end after
    /// it, with keys that were replaced or destroyed since.
    func reload() throws {
        let own = generation.withLock { latest in
            latest += 1
            return latest
        }
        let loaded = try Self.load(database)
        keys.withLock { if $0.generation < own { $0 = (own, loaded) } }
    }

    /// The keys, read again if they are outdated. If the database cannot be read, the cached keys remain in use.
    private var current: Keys {
        let mustReload = isOutdated.withLock { flag -> Bool in
            defer { flag = false }
            return flag
        }
        if mustReload {
            do { try reload() } catch { isOutdated.withLock { $0 = true } }
        }
        return keys.withLock { $0.keys }
    }

    private static func load(_ database: any Database) throws -> Keys {
        try database.read { transaction in
            try transaction.vault.confirm()
            let repository = transaction.keys
            guard let document = try repository.newestKeyMaterial(),
                let online = try repository.signingKeys(purpose: onlinePurpose).first
            else {
                throw ManagerError(.notInitialized, "The database holds no keys", .initialize)
            }
            return Keys(
                material: try SignedKeyMaterial(parsing: document),
                online: try Curve25519.Signing.PrivateKey(rawRepresentation: online.privateKey),
                decryption: Dictionary(
                    try repository.decryptionKeys().map { ($0.publicKey.identifier, $0) }, uniquingKeysWith: { $1 }),
                idToken: try IDTokenKeys(transaction), logoutSecret: try repository.logoutSecret())
        }
    }

    /// Returns the next key material of this epoch, with other encryption keys, signed with the online key.
    static func successor(to keys: EncryptionKeys, _ transaction: any Transaction) throws -> SignedKeyMaterial {
        let repository = transaction.keys
        guard let document = try repository.newestKeyMaterial(),
            let online = try repository.signingKeys(purpose: onlinePurpose).first
        else { throw ManagerError(.notInitialized, "The database holds no keys", .initialize) }
        var material = try SignedKeyMaterial(parsing: document).material
        material.sequence += 1
        material.expiresAt = keys.materialExpiresAt.seconds
        material.encryptionKeys = keys.keys.map(\.publicKey)
        return try SignedKeyMaterial(
            signing: material,
            with: [try Curve25519.Signing.PrivateKey(rawRepresentation: online.privateKey)])
    }
}
