import XignDomain
import XignProtocol

/// What goes with an open token.
package struct OpenToken {
    package let challenge: [UInt8]
    /// Of the enrolment that it was used for; nil until then.
    package let enrolmentCode: [UInt8]?
}

/// Activations with their factors, failures and open tokens.
package struct Activations {
    let transaction: any Transaction
    private var vault: Vault { transaction.vault }

    package func find(_ id: ActivationID) throws -> Activation? {
        try transaction.row("SELECT \(Self.columns) FROM activation WHERE id = \(id)").map(Self.activation)
    }

    package func all(of account: AccountID) throws -> [Activation] {
        try transaction.rows("SELECT \(Self.columns) FROM activation WHERE account_id = \(account) ORDER BY created_at")
            .map(Self.activation)
    }

    /// Counts one more attempt and returns the activation as it is now. The first statement of every transaction that judges
    /// factors: it locks the row on both engines, so that attempts come one after the other.
    package func lock(_ id: ActivationID) throws -> (activation: Activation, attempt: Int)? {
        guard try transaction.changedRows("UPDATE activation SET attempts = attempts + 1 WHERE id = \(id)") == 1,
            let row = try transaction.row("SELECT \(Self.columns), attempts FROM activation WHERE id = \(id)")
        else { return nil }
        return (try Self.activation(row), try row("attempts"))
    }

    /// - Parameter pinProofHash: SHA-256 of the proof that shows the activation PIN.
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

    /// The hash that the activation PIN's proof must have; nil once it was erased.
    package func pinProofHash(of activation: Activation) throws -> BearerHash? {
        guard let row = try transaction.row("SELECT sealed_pin_proof_hash FROM activation WHERE id = \(activation.id)"),
            let sealed: [UInt8] = try row.optional("sealed_pin_proof_hash")
        else { return nil }
        return BearerHash(bytes: try vault.open(sealed, at: Self.pinProofPlace(activation)))
    }

    /// Writes what a judged attempt has changed.
    package func save(lockout: LockoutState, of id: ActivationID) throws {
        try transaction.execute(
            """
            UPDATE activation SET pin_failures = \(lockout.pinFailures), otp_failures = \(lockout.otpFailures),
                other_failures = \(lockout.otherFailures), locked_until = \(lockout.lockedUntil),
                is_locked_for_good = \(lockout.isPermanent)
            WHERE id = \(id)
            """)
    }

    /// Counts a wrong activation PIN.
    package func save(wrongPINs: Int, lockedUntil: Timestamp?, of id: ActivationID) throws {
        try transaction.execute(
            "UPDATE activation SET wrong_pins = \(wrongPINs), locked_until = \(lockedUntil) WHERE id = \(id)")
    }

    /// From pending to void; the PIN's proof is erased. False where it was not pending.
    package func void(_ id: ActivationID) throws -> Bool {
        try transaction.changedRows(
            """
            UPDATE activation SET state = \(Activation.State.void), sealed_pin_proof_hash = NULL
            WHERE id = \(id) AND state = \(Activation.State.pending)
            """) == 1
    }

    /// Voids activations that nobody has used in time; the PIN's proof is erased with that.
    /// - Returns: how many; fewer than `limit` means that nothing is left.
    package func voidExpired(before: Timestamp, limit: Int) throws -> Int {
        try transaction.changedRows(
            """
            UPDATE activation SET state = \(Activation.State.void), sealed_pin_proof_hash = NULL
            WHERE id IN (SELECT id FROM activation
                WHERE expires_at < \(before) AND sealed_pin_proof_hash IS NOT NULL LIMIT \(limit))
            AND state = \(Activation.State.pending)
            """)
    }

    /// From pending to active; the PIN's proof is erased. False where it was not pending.
    package func activate(_ id: ActivationID, alias: String, at now: Timestamp) throws -> Bool {
        try transaction.changedRows(
            """
            UPDATE activation SET state = \(Activation.State.active), sealed_pin_proof_hash = NULL, alias = \(alias),
                personalized_at = \(now), locked_until = NULL
            WHERE id = \(id) AND state = \(Activation.State.pending)
            """) == 1
    }

    /// From active to revoked. False where it was not active.
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

    /// Wrong activation PINs at all activations of an account that were issued since then: they survive re-issue.
    package func wrongPINs(of account: AccountID, since: Timestamp) throws -> Int {
        let row = try transaction.row(
            """
            SELECT CAST(COALESCE(sum(wrong_pins), 0) AS BIGINT) AS count FROM activation
            WHERE account_id = \(account) AND created_at >= \(since)
            """)
        return try row?("count") ?? 0
    }

    // MARK: Failures within thirty days

    package func recordFailure(_ id: ActivationID, attempt: Int, at now: Timestamp) throws {
        try transaction.execute(
            "INSERT INTO failure (activation_id, attempt, at) VALUES (\(id), \(attempt), \(now))")
    }

    package func failures(of id: ActivationID, since: Timestamp) throws -> Int {
        let row = try transaction.row(
            "SELECT count(*) AS count FROM failure WHERE activation_id = \(id) AND at >= \(since)")
        return try row?("count") ?? 0
    }

    // MARK: Factors

    /// - Parameter known: a key that is not made anew where it is still one of them.
    package func factors(of activation: Activation, known: FactorPublicKey? = nil) throws -> [FactorPublicKey] {
        try transaction.rows(
            "SELECT factor, sealed_public_key FROM factor WHERE activation_id = \(activation.id) ORDER BY factor"
        ).map { try key($0, of: activation.id, account: activation.accountID, known: known) }
    }

    package func factor(_ factor: FactorType, of activation: Activation) throws -> FactorPublicKey? {
        try transaction.row(
            """
            SELECT factor, sealed_public_key FROM factor
            WHERE activation_id = \(activation.id) AND factor = \(factor)
            """
        ).map { try key($0, of: activation) }
    }

    /// The device's key of the activation that has claimed a process, and the hash of its session token.
    package func claimant(
        of session: SessionID
    ) throws -> (activationID: ActivationID, tokenHash: BearerHash, device: FactorPublicKey)? {
        guard
            let row = try transaction.row(
                """
                SELECT s.token_hash, a.id, a.account_id, f.factor, f.sealed_public_key FROM process s
                JOIN activation a ON a.id = s.activation_id JOIN factor f ON f.activation_id = a.id
                WHERE s.id = \(session) AND f.factor = \(FactorType.device)
                """)
        else { return nil }
        let activation: ActivationID = try row("id")
        return (
            activation, try row("token_hash"), try key(row, of: activation, account: try row("account_id"))
        )
    }

    private func key(_ row: Row, of activation: Activation) throws -> FactorPublicKey {
        try key(row, of: activation.id, account: activation.accountID)
    }

    private func key(
        _ row: Row, of activation: ActivationID, account: AccountID, known: FactorPublicKey? = nil
    ) throws -> FactorPublicKey {
        let factor: FactorType = try row("factor")
        let raw = try vault.open(try row("sealed_public_key"), at: Self.factorPlace(activation, account, factor))
        if let known, known.factor == factor, known.rawRepresentation == raw { return known }
        // It was judged before it was sealed here.
        guard let key = FactorPublicKey(factor: factor, accepted: raw) else {
            throw Vault.OpeningError(description: "the \(factor.rawValue) key of an activation is damaged")
        }
        return key
    }

    /// False where the key is in use already, by any activation. Never for a key that is made of something guessable: to say that
    /// one is in use would be to say that a guess is right.
    package func insert(_ key: FactorPublicKey, of activation: Activation) throws -> Bool {
        let sealed = try vault.seal(
            key.rawRepresentation, at: Self.factorPlace(activation.id, activation.accountID, key.factor))
        let fingerprint = key.factor.isGuessable ? nil : vault.fingerprint(of: key)
        return try transaction.changedRows(
            """
            INSERT INTO factor (activation_id, factor, sealed_public_key, fingerprint)
            VALUES (\(activation.id), \(key.factor), \(sealed), \(fingerprint)) ON CONFLICT DO NOTHING
            """) == 1
    }

    // MARK: Open tokens

    package func insertOpenToken(hash: BearerHash, for id: ActivationID, challenge: [UInt8], expiresAt: Timestamp)
        throws
    {
        try transaction.execute(
            """
            INSERT INTO open_token (hash, activation_id, challenge, expires_at)
            VALUES (\(hash), \(id), \(challenge), \(expiresAt)) ON CONFLICT (hash) DO NOTHING
            """)
    }

    /// An open token of this activation that has not expired.
    package func openToken(hash: BearerHash, of id: ActivationID, at now: Timestamp) throws -> OpenToken? {
        try transaction.row(
            """
            SELECT challenge, enrolment_code FROM open_token
            WHERE hash = \(hash) AND activation_id = \(id) AND expires_at > \(now)
            """
        ).map { OpenToken(challenge: try $0("challenge"), enrolmentCode: try $0.optional("enrolment_code")) }
    }

    /// Whether there is an open token of this activation that has enrolled no keys, expired or not. By whose clock it has expired
    /// is open where there are several managers; while it is stored, one of them may still accept it.
    package func hasUnusedOpenToken(hash: BearerHash, of id: ActivationID) throws -> Bool {
        try transaction.row(
            """
            SELECT 1 AS found FROM open_token
            WHERE hash = \(hash) AND activation_id = \(id) AND enrolment_code IS NULL
            """) != nil
    }

    /// Keeps the token that enrolled an activation's keys until it expires, and removes the others.
    /// - Parameter enrolmentCode: recognises the enrolment, should it come again.
    package func useOpenToken(hash: BearerHash, of id: ActivationID, enrolmentCode: [UInt8]) throws {
        try transaction.execute("DELETE FROM open_token WHERE activation_id = \(id) AND hash <> \(hash)")
        try transaction.execute("UPDATE open_token SET enrolment_code = \(enrolmentCode) WHERE hash = \(hash)")
    }

    /// Ends an open token before its time, unless it has enrolled keys: an enrolment that is still on its way can no longer use it.
    /// Whoever knows the activation's id alone ends nothing.
    package func endOpenToken(hash: BearerHash, of id: ActivationID) throws {
        try transaction.execute(
            """
            DELETE FROM open_token WHERE activation_id = \(id) AND hash = \(hash) AND enrolment_code IS NULL
            """)
    }

    /// Removes open tokens whose time has passed.
    /// - Returns: how many; fewer than `limit` means that nothing is left.
    package func removeOldOpenTokens(before: Timestamp, limit: Int) throws -> Int {
        try transaction.changedRows(
            """
            DELETE FROM open_token WHERE hash IN (
                SELECT hash FROM open_token WHERE expires_at < \(before) LIMIT \(limit))
            """)
    }

    private static func pinProofPlace(_ activation: Activation) -> Vault.Place {
        Vault.Place(column: "activation.pin_proof_hash", account: activation.accountID, activation: activation.id)
    }

    private static func factorPlace(
        _ activation: ActivationID, _ account: AccountID, _ factor: FactorType
    ) -> Vault.Place {
        Vault.Place(column: "factor.public_key", account: account, activation: activation, item: factor.rawValue)
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
