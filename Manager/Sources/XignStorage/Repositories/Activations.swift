import XignDomain
import XignProtocol

/// Activations with their lockouts and failures. Factors and open tokens are in extensions.
package struct Activations {
    let transaction: any Transaction
    var vault: Vault { transaction.vault }

    package func find(_ id: ActivationID) throws -> Activation? {
        try transaction.row("SELECT \(Self.columns) FROM activation WHERE id = \(id)").map(Self.activation)
    }

    package func all(of account: AccountID) throws -> [Activation] {
        try transaction.rows("SELECT \(Self.columns) FROM activation WHERE account_id = \(account) ORDER BY created_at")
            .map(Self.activation)
    }

    /// Counts an attempt, and returns the activation with the attempt's number; nil for an unknown id.
    ///
    /// Every transaction that judges factors begins with this statement. It locks the row on both engines, so that
    /// attempts are judged one after the other.
    package func lock(_ id: ActivationID) throws -> (activation: Activation, attempt: Int)? {
        guard try transaction.changedRows("UPDATE activation SET attempts = attempts + 1 WHERE id = \(id)") == 1,
            let row = try transaction.row("SELECT \(Self.columns), attempts FROM activation WHERE id = \(id)")
        else { return nil }
        return (try Self.activation(row), try row("attempts"))
    }

    /// - Parameter pinProofHash: the SHA-256 of the proof of the activation PIN.
    package func insert(_ activation: Activation, pinProofHash: BearerHash) throws {
        let sealed = try vault.seal(pinProofHash.bytes, at: Self.pinProofPlace(activation))
        try transaction.execute(
            """
            INSERT INTO activation (\(Self.columns), sealed_pin_proof_hash, attempts)
            VALUES (\(activation.id), \(activation.accountID), \(activation.state), \(activation.kind),
                \(activation.pinOrigin), \(activation.secretHash), \(activation.createdAt), \(activation.expiresAt),
                \(activation.personalizedAt), \(activation.wrongPINs), \(activation.alias),
                \(activation.lockout.pinFailures), \(activation.lockout.otpFailures), \(activation.lockout.otherFailures),
                \(activation.lockout.lockedUntil), \(activation.lockout.isPermanent), \(sealed), \(0))
            """)
    }

    /// Returns the hash of the activation PIN's proof; nil once it is erased.
    package func pinProofHash(of activation: Activation) throws -> BearerHash? {
        guard let row = try transaction.row("SELECT sealed_pin_proof_hash FROM activation WHERE id = \(activation.id)"),
            let sealed: [UInt8] = try row.optional("sealed_pin_proof_hash")
        else { return nil }
        return BearerHash(bytes: try vault.open(sealed, at: Self.pinProofPlace(activation)))
    }

    /// Stores the lockout after a judged attempt.
    package func save(lockout: LockoutState, of id: ActivationID) throws {
        try transaction.execute(
            """
            UPDATE activation SET pin_failures = \(lockout.pinFailures), otp_failures = \(lockout.otpFailures),
                other_failures = \(lockout.otherFailures), locked_until = \(lockout.lockedUntil),
                is_locked_for_good = \(lockout.isPermanent)
            WHERE id = \(id)
            """)
    }

    /// Stores the number of wrong activation PINs, and the lockout that follows.
    package func save(wrongPINs: Int, lockedUntil: Timestamp?, of id: ActivationID) throws {
        try transaction.execute(
            "UPDATE activation SET wrong_pins = \(wrongPINs), locked_until = \(lockedUntil) WHERE id = \(id)")
    }

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

    /// Changes a pending activation to active, and erases the PIN's proof.
    /// - Returns: false where it was not pending.
    package func activate(_ id: ActivationID, alias: String, at now: Timestamp) throws -> Bool {
        try transaction.changedRows(
            """
            UPDATE activation SET state = \(Activation.State.active), sealed_pin_proof_hash = NULL, alias = \(alias),
                personalized_at = \(now), locked_until = NULL
            WHERE id = \(id) AND state = \(Activation.State.pending)
            """) == 1
    }

    /// Changes an active activation to revoked, and removes its factors.
    /// - Returns: false where it was not active.
    package func revoke(_ id: ActivationID) throws -> Bool {
        let changed = try transaction.changedRows(
            """
            UPDATE activation SET state = \(Activation.State.revoked)
            WHERE id = \(id) AND state = \(Activation.State.active)
            """)
        guard changed == 1 else { return false }
        try transaction.execute("DELETE FROM factor WHERE activation_id = \(id)")
        return true
    }

    /// Returns the number of wrong PINs at all activations of an account that were issued since a moment. A new
    /// activation does not reset it.
    package func wrongPINs(of account: AccountID, since: Timestamp) throws -> Int {
        let row = try transaction.row(
            """
            SELECT CAST(COALESCE(sum(wrong_pins), 0) AS BIGINT) AS count FROM activation
            WHERE account_id = \(account) AND created_at >= \(since)
            """)
        return try row?("count") ?? 0
    }

    // MARK: Failures, which the lockout's budget counts

    /// Records a failed attempt for the lockout's budget. The failures in a row are counted in `save(lockout:of:)`.
    package func recordFailure(_ id: ActivationID, attempt: Int, at now: Timestamp) throws {
        try transaction.execute(
            "INSERT INTO failure (activation_id, attempt, at) VALUES (\(id), \(attempt), \(now))")
    }

    package func failures(of id: ActivationID, since: Timestamp) throws -> Int {
        let row = try transaction.row(
            "SELECT count(*) AS count FROM failure WHERE activation_id = \(id) AND at >= \(since)")
        return try row?("count") ?? 0
    }

    private static func pinProofPlace(_ activation: Activation) -> Vault.Place {
        Vault.Place(column: "activation.pin_proof_hash", account: activation.accountID, activation: activation.id)
    }

    private static let columns: SQL.Fragment = """
        id, account_id, state, kind, pin_origin, secret_hash, created_at, expires_at, personalized_at, wrong_pins, alias,
        pin_failures, otp_failures, other_failures, locked_until, is_locked_for_good
        """

    private static func activation(_ row: Row) throws -> Activation {
        Activation(
            id: try row("id"), accountID: try row("account_id"), state: try row("state"), kind: try row("kind"),
            pinOrigin: try row("pin_origin"), secretHash: try row("secret_hash"), createdAt: try row("created_at"),
            expiresAt: try row("expires_at"), personalizedAt: try row.optional("personalized_at"),
            wrongPINs: try row("wrong_pins"), alias: try row("alias"),
            lockout: LockoutState(
                pinFailures: try row("pin_failures"), otpFailures: try row("otp_failures"),
                otherFailures: try row("other_failures"), lockedUntil: try row.optional("locked_until"),
                isPermanent: try row("is_locked_for_good")))
    }
}
