import XignDomain
import XignProtocol
import XignStorage

/// The keys that requests are sealed to. They live thirty days in the key material and a week longer at the manager; then they are
/// destroyed, and what was recorded cannot be read any more (protocol.md, section 1).
struct EncryptionKeys {
    static let materialSeconds: Int64 = 30 * 86_400
    static let overlapSeconds: Int64 = 7 * 86_400
    /// The next keys are made when the present ones have less than this left.
    static let renewalSeconds: Int64 = 15 * 86_400

    let keys: [(publicKey: EncryptionKey, secret: SecretOctets)]
    let materialExpiresAt: Timestamp

    /// One key for each suite that this machine has.
    static func draw(at now: Timestamp) throws -> EncryptionKeys {
        let keys = try SealingSuite.allCases.filter(\.isAvailable).map { suite in
            let secret = SecretOctets.random(count: 32)
            return (try DecryptionKey(suite: suite, secret: secret).publicKey, secret)
        }
        return EncryptionKeys(keys: keys, materialExpiresAt: now + materialSeconds)
    }

    func insert(_ repository: Keys, at now: Timestamp) throws {
        for key in keys {
            try repository.insertDecryptionKey(
                key.publicKey, secret: key.secret, at: now, destroyedAfter: materialExpiresAt + Self.overlapSeconds)
        }
    }
}

extension Context {
    /// Makes the next encryption keys if it is time, in one transaction, and destroys those whose time is over. Any number of
    /// managers may try at once: one of them does it.
    /// - Returns: whether anything changed.
    @discardableResult
    package func rotateEncryptionKeys(force: Bool = false) throws -> Bool {
        let now = clock.now()
        let current = keys.material
        let remaining = current.material.expiresAt - now.seconds
        // What would last longer than any was signed while the clock was ahead: devices refuse it.
        let isFromTheFuture = remaining > EncryptionKeys.materialSeconds + 86_400
        guard force || isFromTheFuture || remaining < EncryptionKeys.renewalSeconds else {
            let destroyed = try database.write { try $0.keys.destroyDecryptionKeys(at: now) }
            if destroyed > 0 { try keys.reload() }
            return destroyed > 0
        }
        let next = try EncryptionKeys.draw(at: now)
        var material = current.material
        material.sequence += 1
        material.expiresAt = next.materialExpiresAt.seconds
        material.encryptionKeys = next.keys.map(\.publicKey)
        let signed = try SignedKeyMaterial(signing: material, with: [keys.online])
        let isOurs = try database.write { transaction in
            let repository = transaction.keys
            guard try repository.insert(signed) else { return false }
            try next.insert(repository, at: now)
            _ = try repository.destroyDecryptionKeys(at: now)
            try transaction.audit.append(
                AuditEvent(.encryptionKeysRotated, at: now, detail: "sequence \(signed.material.sequence)"))
            try transaction.notify(Settings.topic, "")
            return true
        }
        try keys.reload()
        return isOurs
    }
}
