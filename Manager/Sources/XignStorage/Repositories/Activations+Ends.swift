import XignDomain
import XignProtocol

/// The ends of activations.
extension Activations {
    /// Changes a pending activation to void, and erases the PIN's proof.
    /// - Returns: false where it was not pending.
    package func void(_ id: ActivationID) throws -> Bool {
        try transaction.changedRows(
            """
            UPDATE activation SET state = \(Activation.State.void), sealed_pin_proof_hash = NULL
            WHERE id = \(id) AND state = \(Activation.State.pending)
            """) == 1
    }

    /// Voids pending activations that have expired, and erases the proofs of their PINs.
    /// - Returns: the number of activations; fewer than `limit` means that none is left.
    package func voidExpired(before: Timestamp, limit: Int) throws -> Int {
        try transaction.changedRows(
            """
            UPDATE activation SET state = \(Activation.State.void), sealed_pin_proof_hash = NULL
            WHERE id IN (SELECT id FROM activation
                WHERE expires_at < \(before) AND sealed_pin_proof_hash IS NOT NULL LIMIT \(limit))
            AND state = \(Activation.State.pending)
            """)
    }

    /// Voids the pending activations that an activation has issued, as it ends or changes its PIN.
    /// - Returns: their ids.
    package func voidIssued(by issuer: Activation) throws -> [ActivationID] {
        try all(of: issuer.accountID).filter { $0.issuedBy == issuer.id && $0.state == .pending }.map(\.id)
            .filter { try void($0) }
    }

    /// Changes an active activation to revoked, removes its factors, and ends its browser sessions, remembered
    /// and shared logins and lasting accesses.
    /// - Returns: false where it was not active.
    package func revoke(_ id: ActivationID) throws -> Bool {
        let changed = try transaction.changedRows(
            """
            UPDATE activation SET state = \(Activation.State.revoked)
            WHERE id = \(id) AND state = \(Activation.State.active)
            """)
        guard changed == 1 else { return false }
        try transaction.execute("DELETE FROM factor WHERE activation_id = \(id)")
        try transaction.browserSessions.endAll(of: id)
        try transaction.endRememberedLogins(of: id)
        try transaction.endSharedLogins(of: id)
        try transaction.endOfflineAccesses(of: id)
        return true
    }

    /// Changes a pending invitation to merged, moves it to the account that has accepted it, and removes its terms.
    /// Later attempts to open it learn that it is in use, as long as that account exists.
    /// - Returns: false where it was not pending.
    package func claimMerge(_ id: ActivationID, into account: AccountID, at now: Timestamp) throws -> Bool {
        let changed = try transaction.changedRows(
            """
            UPDATE activation SET state = \(Activation.State.merged), account_id = \(account), personalized_at = \(now),
                wrong_pins = \(0), sealed_pin_proof_hash = NULL
            WHERE id = \(id) AND state = \(Activation.State.pending) AND kind = \(Activation.Kind.invitation)
            """)
        guard changed == 1 else { return false }
        try transaction.execute("DELETE FROM open_token WHERE activation_id = \(id)")
        try transaction.execute("DELETE FROM invitation WHERE activation_id = \(id)")
        return true
    }

    /// Removes activations of an account that is removed.
    func removeAll(_ ids: [ActivationID]) throws {
        try transaction.execute("DELETE FROM invitation WHERE activation_id IN (\(ids))")
        try transaction.execute("DELETE FROM open_token WHERE activation_id IN (\(ids))")
        try transaction.execute("DELETE FROM factor WHERE activation_id IN (\(ids))")
        try transaction.execute("DELETE FROM failure WHERE activation_id IN (\(ids))")
        try transaction.execute("DELETE FROM activation WHERE id IN (\(ids))")
    }
}
