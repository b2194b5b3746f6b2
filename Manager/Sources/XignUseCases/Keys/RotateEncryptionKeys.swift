import XignDomain
import XignStorage

/// Rotates the encryption keys if they are due, and destroys expired ones, in one transaction. If several managers try
/// at once, one of them succeeds. Keys are drawn by the clock, and destroyed by the checked time.
package struct RotateEncryptionKeys: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Returns: true if this call changed anything.
    @discardableResult
    package func callAsFunction(force: Bool = false) throws -> Bool {
        let now = context.clock.now()
        let current = context.keys.material
        let remaining = current.material.expiresAt - now.seconds
        // Key material with a longer lifetime than any was signed while the clock was ahead: devices refuse it.
        let isFromTheFuture = remaining > EncryptionKeys.materialSeconds + 86_400
        guard force || isFromTheFuture || remaining < EncryptionKeys.renewalSeconds else {
            let destroyed = try context.database.write { try $0.destroyDecryptionKeys(at: now) }
            if destroyed > 0 { try context.keys.reload() }
            return destroyed > 0
        }
        let next = try EncryptionKeys.draw(at: now)
        let signed = try next.successor(of: current.material, signedWith: context.keys.online)
        let isOurs = try context.database.write { transaction in
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
        try context.keys.reload()
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
