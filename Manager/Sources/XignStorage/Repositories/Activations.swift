import XignDomain
import XignProtocol

/// The data with which a device makes a pending activation its own.
package struct Enrolment: Sendable {
    package let alias: String
    package let platform: String?
    package let keyStore: KeyStoreKind?
    package let coolUntil: Timestamp?
    /// The signed enrolment statement, which verifies the device's later statements.
    package let statement: [UInt8]

    package init(
        alias: String, platform: String?, keyStore: KeyStoreKind?, coolUntil: Timestamp?, statement: [UInt8]
    ) {
        self.alias = alias
        self.platform = platform
        self.keyStore = keyStore
        self.coolUntil = coolUntil
        self.statement = statement
    }
}

/// Activations with their lockouts and failures. Ends, factors and open tokens are in extensions.
package struct Activations {
    let transaction: any Transaction
    var vault: TransactionVault { transaction.vault }

    package func find(_ id: ActivationID) throws -> Activation? {
        try transaction.row(Column.self, from: "activation WHERE id = \(id)").map(Self.activation)
    }

    package func all(of account: AccountID) throws -> [Activation] {
        try transaction.rows(Column.self, from: "activation WHERE account_id = \(account) ORDER BY created_at")
            .map(Self.activation)
    }

    /// Returns active activations in the order of their ids.
    /// - Parameter id: the last one of the part before; nil for the first part.
    package func active(after id: ActivationID?, limit: Int) throws -> [Activation] {
        try transaction.rows(
            Column.self,
            from: """
                activation WHERE id > \(id?.bytes ?? []) AND state = \(Activation.State.active)
                ORDER BY id LIMIT \(limit)
                """
        ).map(Self.activation)
    }

    /// Counts an attempt, and returns the activation with the attempt's number; nil for an unknown id.
    ///
    /// Every transaction that judges factors begins with this statement. It locks the row on both engines, so that
    /// attempts are judged one after the other. A transaction that also locks the account does so before, and locks
    /// several activations in the order of their ids.
    package func lock(_ id: ActivationID) throws -> (activation: Activation, attempt: Int)? {
        guard try countAttempt(id),
            let row = try transaction.row(Column.self, from: "activation WHERE id = \(id)")
        else { return nil }
        return (try Self.activation(row), try row(.attempts))
    }

    /// Counts an attempt, and locks the activation as `lock` does, without reading it.
    /// - Returns: false for an unknown id.
    package func countAttempt(_ id: ActivationID) throws -> Bool {
        try transaction.changedRows("UPDATE activation SET attempts = attempts + 1 WHERE id = \(id)") == 1
    }

    /// - Parameter pinProofHash: the SHA-256 of the proof of the activation PIN.
    package func insert(_ activation: Activation, pinProofHash: BearerHash) throws {
        let sealed = try vault.seal(pinProofHash.bytes, at: Self.pinProofPlace(activation))
        let values = Column.values { column in
            switch column {
            case .id: .of(activation.id)
            case .accountID: .of(activation.accountID)
            case .state: .of(activation.state)
            case .kind: .of(activation.kind)
            case .pinOrigin: .of(activation.pinOrigin)
            case .secretHash: .of(activation.secretHash)
            case .createdAt: .of(activation.createdAt)
            case .expiresAt: .of(activation.expiresAt)
            case .personalizedAt: .of(activation.personalizedAt)
            case .wrongPINs: .of(activation.wrongPINs)
            case .alias: .of(activation.alias)
            case .pinFailures: .of(activation.lockout.pinFailures)
            case .otpFailures: .of(activation.lockout.otpFailures)
            case .otherFailures: .of(activation.lockout.otherFailures)
            case .lockedUntil: .of(activation.lockout.lockedUntil)
            case .isLockedForGood: .of(activation.lockout.isPermanent)
            case .platform: .of(activation.platform)
            case .keyStore: .of(activation.keyStore)
            case .issuedBy: .of(activation.issuedBy)
            case .coolUntil: .of(activation.coolUntil)
            case .lastUsedAt: .of(activation.lastUsedAt)
            case .unlocks: .of(activation.unlocks)
            case .attempts: .of(0)
            }
        }
        let proof = PINProofColumn.values { _ in .of(sealed) }
        try transaction.execute("INSERT INTO activation \(values + proof)")
    }

    /// Returns the hash of the activation PIN's proof; nil once it is erased.
    package func pinProofHash(of activation: Activation) throws -> BearerHash? {
        guard let row = try transaction.row(PINProofColumn.self, from: "activation WHERE id = \(activation.id)"),
            let sealed: [UInt8] = try row.optional(.sealedPinProofHash)
        else { return nil }
        return BearerHash(bytes: try vault.open(sealed, at: Self.pinProofPlace(activation)))
    }

    /// Stores a lockout. A pending one ends the logins that browsers remember or share, so that none of them goes on
    /// after it. A permanent one also ends the activation's browser sessions and lasting accesses, and all else that
    /// these logins gave.
    /// - Parameter usedAt: the moment of a right attempt; nil leaves the last use as it is.
    package func save(lockout: LockoutState, of id: ActivationID, usedAt: Timestamp? = nil) throws {
        try transaction.execute(
            """
            UPDATE activation SET pin_failures = \(lockout.pinFailures), otp_failures = \(lockout.otpFailures),
                other_failures = \(lockout.otherFailures), locked_until = \(lockout.lockedUntil),
                is_locked_for_good = \(lockout.isPermanent), last_used_at = COALESCE(\(usedAt), last_used_at)
            WHERE id = \(id)
            """)
        if lockout.isPermanent {
            try transaction.browserSessions.endAll(of: id)
            try transaction.endRememberedLogins(of: id)
            try transaction.endSharedLogins(of: id)
            try transaction.endOfflineAccesses(of: id)
        } else if lockout.lockedUntil != nil {
            try transaction.rememberedLogins.endAll(of: id)
            try transaction.sharedLogins.endAll(of: id)
        }
    }

    /// Stores the lockout that an operator has ended, and counts that.
    package func unlock(_ id: ActivationID, to lockout: LockoutState) throws {
        try save(lockout: lockout, of: id)
        try transaction.execute("UPDATE activation SET unlocks = unlocks + 1 WHERE id = \(id)")
    }

    /// Stores the number of wrong activation PINs, and the lockout that follows.
    package func save(wrongPINs: Int, lockedUntil: Timestamp?, of id: ActivationID) throws {
        try transaction.execute(
            "UPDATE activation SET wrong_pins = \(wrongPINs), locked_until = \(lockedUntil) WHERE id = \(id)")
    }

    /// Changes a pending activation to active, and erases the PIN's proof.
    /// - Returns: false where it was not pending.
    package func activate(_ activation: Activation, by enrolment: Enrolment, at now: Timestamp) throws -> Bool {
        let sealed = try vault.seal(enrolment.statement, at: Self.enrolmentPlace(activation))
        return try transaction.changedRows(
            """
            UPDATE activation SET state = \(Activation.State.active), sealed_pin_proof_hash = NULL,
                alias = \(enrolment.alias), platform = \(enrolment.platform), key_store = \(enrolment.keyStore),
                sealed_enrolment = \(sealed), cool_until = \(enrolment.coolUntil), personalized_at = \(now),
                locked_until = NULL
            WHERE id = \(activation.id) AND state = \(Activation.State.pending)
            """) == 1
    }

    /// Returns the signed enrolment statement, with the attestation of its key store if it has one; nil for an
    /// activation that an older version enrolled.
    package func enrolment(of activation: Activation) throws -> [UInt8]? {
        guard let row = try transaction.row(EnrolmentColumn.self, from: "activation WHERE id = \(activation.id)"),
            let sealed: [UInt8] = try row.optional(.sealedEnrolment)
        else { return nil }
        return try vault.open(sealed, at: Self.enrolmentPlace(activation))
    }

    /// Changes the alias of an active activation.
    /// - Returns: false where it is not active.
    package func rename(_ id: ActivationID, to alias: String) throws -> Bool {
        try transaction.changedRows(
            "UPDATE activation SET alias = \(alias) WHERE id = \(id) AND state = \(Activation.State.active)") == 1
    }

    /// Returns the numbers that `ActivationLimits` bounds. Expired pending activations do not count.
    package func counts(of account: AccountID, at now: Timestamp) throws -> (pending: Int, active: Int) {
        let all = try all(of: account)
        return (
            all.count { $0.state == .pending && now < $0.expiresAt }, all.count { $0.state == .active }
        )
    }

    /// Returns the number of wrong PINs at all activations of an account that were issued since a moment. A new
    /// activation does not reset it.
    package func wrongPINs(of account: AccountID, since: Timestamp) throws -> Int {
        return try transaction.value(
            """
            SELECT CAST(COALESCE(sum(wrong_pins), 0) AS BIGINT) AS count FROM activation
            WHERE account_id = \(account) AND created_at >= \(since)
            """) ?? 0
    }

    // MARK: Failures, which the lockout's budget counts

    /// Records a failed attempt for the lockout's budget. The failures in a row are counted in `save(lockout:of:)`.
    package func recordFailure(_ id: ActivationID, attempt: Int, at now: Timestamp) throws {
        try transaction.execute(
            "INSERT INTO failure (activation_id, attempt, at) VALUES (\(id), \(attempt), \(now))")
    }

    package func failures(of id: ActivationID, since: Timestamp) throws -> Int {
        return try transaction.value(
            "SELECT count(*) FROM failure WHERE activation_id = \(id) AND at >= \(since)") ?? 0
    }

    private static func pinProofPlace(_ activation: Activation) -> Vault.Place {
        pinProofPlace(activation.id, activation.accountID, activation.kind)
    }

    private static func enrolmentPlace(_ activation: Activation) -> Vault.Place {
        enrolmentPlace(activation.id, activation.accountID)
    }

    /// The activation of a recovery has a place of its own: who makes another kind of it in its row opens nothing.
    static func pinProofPlace(
        _ activation: ActivationID, _ account: AccountID, _ kind: Activation.Kind
    ) -> Vault.Place {
        let column: StaticString =
            kind == .recovery ? "activation.recovery_pin_proof_hash" : "activation.pin_proof_hash"
        return Vault.Place(column: column, account: account, activation: activation)
    }

    static func enrolmentPlace(_ activation: ActivationID, _ account: AccountID) -> Vault.Place {
        Vault.Place(column: "activation.enrolment", account: account, activation: activation)
    }

    enum Column: Int, ColumnSet {
        case id, accountID, state, kind, pinOrigin, secretHash, createdAt, expiresAt, personalizedAt, wrongPINs,
            alias, pinFailures, otpFailures, otherFailures, lockedUntil, isLockedForGood, platform, keyStore,
            issuedBy, coolUntil, lastUsedAt, unlocks, attempts
        static let names = ColumnNames(Self.self, of: "activation")
    }

    enum PINProofColumn: Int, ColumnSet {
        case sealedPinProofHash
        static let names = ColumnNames(Self.self)
    }

    enum EnrolmentColumn: Int, ColumnSet {
        case sealedEnrolment
        static let names = ColumnNames(Self.self)
    }

    static func activation(_ row: TableRow<Column>) throws -> Activation {
        Activation(
            id: try row(.id), accountID: try row(.accountID), state: try row(.state), kind: try row(.kind),
            pinOrigin: try row(.pinOrigin), secretHash: try row(.secretHash), createdAt: try row(.createdAt),
            expiresAt: try row(.expiresAt), personalizedAt: try row.optional(.personalizedAt),
            wrongPINs: try row(.wrongPINs), alias: try row(.alias),
            lockout: LockoutState(
                pinFailures: try row(.pinFailures), otpFailures: try row(.otpFailures),
                otherFailures: try row(.otherFailures), lockedUntil: try row.optional(.lockedUntil),
                isPermanent: try row(.isLockedForGood)),
            platform: try row.optional(.platform), keyStore: try row.optional(.keyStore),
            issuedBy: try row.optional(.issuedBy), coolUntil: try row.optional(.coolUntil),
            lastUsedAt: try row.optional(.lastUsedAt), unlocks: try row(.unlocks))
    }
}
