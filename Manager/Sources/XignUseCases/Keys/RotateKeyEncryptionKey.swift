import XignDomain
import XignProtocol
import XignStorage

/// The replacement of the key-encryption key, by steps of which each can be repeated after a kill.
///
/// First the next key seals, and derives the manager's secret; from then on every manager needs both keys. Then all
/// values are sealed again, in batches, while the managers serve. The last batch ends the use of the former key.
extension Context {
    /// The identifier of the key that seals, and of the one that is being replaced; nil where none is.
    package func keyEncryptionKeys() throws -> (current: String, former: String?) {
        try database.read { try $0.vault.identifiers }
    }

    /// Seals with the next key from now on, unless it does already.
    ///
    /// In the same transaction, all that the former manager secret has made ends: the open processes, and the
    /// encryption keys, since requests that were recorded are no longer recognised. Devices learn of their successors
    /// with their next request. Sessions of browsers, codes that nobody has redeemed, grants of utility processes and
    /// open tokens end as well: a thief derives them from the former key and a copy of the database. Websites' tokens
    /// and remembered logins stay, since they are random, and websites know them by the same identifiers.
    /// - Parameters:
    ///   - next: the identifier of a key that the vault can read.
    ///   - name: the operator's, for the audit log.
    /// - Returns: the number of processes that have ended; nil where the key seals already.
    /// - Throws: `StorageError` with the code `.keyMissing`; `ManagerError` where another key is being replaced.
    package func replaceKeyEncryptionKey(by next: String, operator name: String) throws -> Int? {
        let now = clock.now()
        let drawn = try EncryptionKeys.draw(at: now)
        let ended: Int? = try database.write { transaction in
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
        try keys.reload()
        return ended
    }

    /// Seals one batch of values again.
    /// - Parameter name: the operator's, for the audit log.
    package func sealAgain(operator name: String) throws -> SealingAgain.Step {
        let now = clock.now()
        let step = try database.write { transaction in
            let former = try transaction.vault.identifiers.former
            let step = try transaction.sealingAgain.step()
            if case .ended(let unreadable) = step {
                try transaction.audit.append(
                    AuditEvent(
                        .keyEncryptionKeyRetired, at: now, actor: .machine(name),
                        detail: "\(former ?? ""), \(unreadable) values cannot be opened"))
                try transaction.notify(Settings.topic, "")
            }
            return step
        }
        if case .ended = step { try keys.reload() }
        return step
    }
}
