import XignDomain
import XignProtocol
import XignStorage

/// Seals with the next key from now on, unless it does already.
///
/// In the same transaction, all that the former manager secret has made ends: the open processes, and the encryption
/// keys, since requests that were recorded are no longer recognised. Devices learn of their successors with their next
/// request. Sessions of browsers, codes that nobody has redeemed, grants of utility processes and open tokens end as
/// well: a thief derives them from the former key and a copy of the database. Websites' tokens and remembered logins
/// stay, since they are random, and websites know them by the same identifiers.
///
/// It is the first step of the replacement, of which each can be repeated after a kill. From now on every manager needs
/// both keys. Then `SealAgain` seals all values again, in batches, while the managers serve. The last batch ends the
/// use of the former key.
package struct ReplaceKeyEncryptionKey: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Parameters:
    ///   - next: the identifier of a key that the vault can read.
    ///   - name: the operator's, for the audit log.
    /// - Returns: the number of processes that have ended; nil where the key seals already.
    /// - Throws: `StorageError` with the code `.keyMissing`; `ManagerError` where another key is being replaced.
    package func callAsFunction(by next: String, operator name: String) throws -> Int? {
        let now = context.clock.now()
        let drawn = try EncryptionKeys.draw(at: now)
        let ended: Int? = try context.database.write { transaction in
            let identifiers = try transaction.vault.identifiers
            if identifiers.current == next { return nil }
            guard identifiers.former == nil else {
                throw ManagerError(
                    .wrongKeyEncryptionKey,
                    "Another key-encryption key is being replaced: finish that with its file first.")
            }
            let repository = transaction.keys
            try repository.keepLogoutSecret(at: now)
            let signed = try KeyRing.successor(to: drawn, transaction)
            try transaction.vault.replace(by: next)
            try transaction.sealingAgain.begin()
            try drawn.insert(repository, at: now)
            _ = try repository.keepOnlyDecryptionKeys(of: signed.material.encryptionKeys)
            _ = try repository.insert(signed)
            let count = try transaction.processes.endOpen(at: now)
            let sessions = try transaction.browserSessions.endAll()
            try transaction.grants.withdrawCodes()
            try transaction.utilityGrants.endAll(at: now)
            try transaction.activations.endOpenTokens()
            try transaction.audit.append(
                AuditEvent(
                    .keyEncryptionKeyReplaced, at: now, actor: .machine(name),
                    detail: "\(identifiers.current) by \(next), \(count) open processes and \(sessions) browser "
                        + "sessions ended"))
            try transaction.notify(Settings.topic, "")
            return count
        }
        try context.keys.reload()
        return ended
    }
}

extension Context {
    /// The identifier of the key that seals, and of the one that is being replaced; nil where none is.
    package func keyEncryptionKeys() throws -> (current: String, former: String?) {
        try database.read { try $0.vault.identifiers }
    }
}
