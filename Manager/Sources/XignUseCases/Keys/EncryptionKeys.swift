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

extension Context {
    /// Rotates the encryption keys if they are due, and destroys expired ones, in one transaction. If several managers
    /// try at once, one of them succeeds. Keys are drawn by the clock, and destroyed by the checked time.
    /// - Returns: true if this call changed anything.
    @discardableResult
    package func rotateEncryptionKeys(force: Bool = false) throws -> Bool {
        let now = clock.now()
        let current = keys.material
        let remaining = current.material.expiresAt - now.seconds
        // Key material with a longer lifetime than any was signed while the clock was ahead: devices refuse it.
        let isFromTheFuture = remaining > EncryptionKeys.materialSeconds + 86_400
        guard force || isFromTheFuture || remaining < EncryptionKeys.renewalSeconds else {
            let destroyed = try database.write { try $0.destroyDecryptionKeys(at: now) }
            if destroyed > 0 { try keys.reload() }
            return destroyed > 0
        }
        let next = try EncryptionKeys.draw(at: now)
        let signed = try next.successor(of: current.material, signedWith: keys.online)
        let isOurs = try database.write { transaction in
            let repository = transaction.keys
            // Read again: another manager may have rotated them meanwhile, or the root keys may have begun an epoch.
            guard try repository.newestKeyMaterial() == current.serialized, try repository.insert(signed) else {
                return false
            }
            try next.insert(repository, at: now)
            _ = try transaction.destroyDecryptionKeys(at: now)
            try transaction.audit.append(
                AuditEvent(.encryptionKeysRotated, at: now, detail: "sequence \(signed.material.sequence)"))
            try transaction.notify(Settings.topic, "")
            return true
        }
        try keys.reload()
        return isOurs
    }
}

extension Transaction {
    /// Destroys the encryption keys that have expired by the checked time: devices go on sealing to them while a clock
    /// is ahead, and refuse those that it draws.
    /// - Returns: their number.
    fileprivate func destroyDecryptionKeys(at now: Timestamp) throws -> Int {
        try erase(at: now) { try keys.destroyDecryptionKeys(at: $0) }
    }
}
