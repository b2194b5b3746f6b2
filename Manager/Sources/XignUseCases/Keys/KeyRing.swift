import Threads
import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

/// The manager's private keys, read once and kept; read anew after the database said that they may have changed.
package final class KeyRing: Sendable {
    static let onlinePurpose = "online"

    private struct Keys: Sendable {
        var material: SignedKeyMaterial
        var online: Curve25519.Signing.PrivateKey
        var decryption: [EncryptionKeyID: DecryptionKey]
        var idToken: [IDTokenKey]
    }

    private let database: any Database
    private let keys: Locked<(generation: Int, keys: Keys)>
    /// How many loads have begun.
    private let generation = Locked(0)
    private let isOutdated = Locked(false)

    init(database: any Database) throws {
        self.database = database
        keys = Locked((0, try Self.load(database)))
    }

    /// The signed documents of the key material after this sequence number, oldest first; each is verified by the one before.
    package func documents(after sequence: Int64) throws -> [[UInt8]] {
        try database.read { try $0.keys.keyMaterial(after: sequence) }
    }

    /// The newest key material, as signed.
    package var material: SignedKeyMaterial { current.material }

    var online: Curve25519.Signing.PrivateKey { current.online }

    package func decryptionKey(_ id: EncryptionKeyID) -> DecryptionKey? { current.decryption[id] }

    /// The keys whose public halves are published; for each algorithm the newest comes first and signs.
    package var idTokenKeys: [IDTokenKey] { current.idToken }

    package func idTokenKey(_ algorithm: Service.SigningAlgorithm) -> IDTokenKey? {
        idTokenKeys.first { $0.algorithm == algorithm }
    }

    /// To be read anew before the next use. Quick; does not touch the database.
    func invalidate() { isOutdated.withLock { $0 = true } }

    /// Reads the keys. Of several loads at once the one that began last counts: an earlier one may end after it, with keys that have
    /// been replaced or destroyed since.
    func reload() throws {
        let own = generation.withLock { latest in
            latest += 1
            return latest
        }
        let loaded = try Self.load(database)
        keys.withLock { if $0.generation < own { $0 = (own, loaded) } }
    }

    /// Where the database cannot be read, the keys that are known go on serving.
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
            let repository = transaction.keys
            guard let document = try repository.newestKeyMaterial(),
                let online = try repository.signingKeys(purpose: onlinePurpose).first
            else {
                throw ManagerError(.notInitialized, "The database holds no keys: run `xignin-manager init` first.")
            }
            return Keys(
                material: try SignedKeyMaterial(parsing: document),
                online: try Curve25519.Signing.PrivateKey(rawRepresentation: online.privateKey),
                decryption: Dictionary(
                    try repository.decryptionKeys().map { ($0.publicKey.identifier, $0) }, uniquingKeysWith: { $1 }),
                idToken: try Service.SigningAlgorithm.allCases.flatMap { algorithm in
                    try repository.signingKeys(purpose: algorithm.rawValue).map {
                        try IDTokenKey(algorithm: algorithm, id: $0.id, privateKey: $0.privateKey)
                    }
                })
        }
    }
}
