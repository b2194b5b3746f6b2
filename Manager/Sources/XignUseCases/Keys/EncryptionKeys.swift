import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

/// The keys that requests are sealed to (protocol.md, section 1).
///
/// The key material holds them for thirty days, and the manager a week longer. Then they are destroyed, and a recorded
/// request can no longer be opened.
struct EncryptionKeys {
    static let materialSeconds: Int64 = 30 * 86_400
    static let overlapSeconds: Int64 = 7 * 86_400
    /// The time after which a key is destroyed, and with it everything that was sealed to it.
    static let lifetimeSeconds = materialSeconds + overlapSeconds
    /// The remaining lifetime below which the next keys are drawn.
    static let renewalSeconds: Int64 = 15 * 86_400

    let keys: [(publicKey: EncryptionKey, secret: SecretOctets)]
    let materialExpiresAt: Timestamp

    /// Draws one key for each suite that this machine supports.
    static func draw(at now: Timestamp) throws -> EncryptionKeys {
        let keys = try SealingSuite.allCases.filter(\.isAvailable).map { suite in
            let secret = SecretOctets.random(count: 32)
            return (try DecryptionKey(suite: suite, secret: secret).publicKey, secret)
        }
        return EncryptionKeys(keys: keys, materialExpiresAt: now + materialSeconds)
    }

    /// Signs the document that publishes these keys.
    /// - Parameter sequence: nil for the next number after that of the current document.
    func successor(
        of current: KeyMaterial, sequence: Int64? = nil, signedWith online: Curve25519.Signing.PrivateKey
    ) throws -> SignedKeyMaterial {
        var material = current
        material.sequence = sequence ?? current.sequence + 1
        material.expiresAt = materialExpiresAt.seconds
        material.encryptionKeys = keys.map(\.publicKey)
        return try SignedKeyMaterial(signing: material, with: [online])
    }

    func insert(_ repository: Keys, at now: Timestamp) throws {
        for key in keys {
            try repository.insertDecryptionKey(
                key.publicKey, secret: key.secret, at: now, destroyedAfter: materialExpiresAt + Self.overlapSeconds)
        }
    }
}
