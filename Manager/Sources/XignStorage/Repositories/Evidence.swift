import XignCrypto
import XignDomain
import XignProtocol

/// The signed statements of users.
///
/// The statement of a login is readable; all others name people and devices, and are sealed with their signatures.
/// Signatures are always sealed: with the device's secrets, a PIN's signature would allow guesses at the PIN to be
/// tested. After the removal of an account the hash of each consent is left alone.
package struct Evidence {
    let transaction: any Transaction
    var vault: TransactionVault { transaction.vault }

    package func insert(
        _ consent: SignedStatement, of process: Process, by activation: Activation, at now: Timestamp
    ) throws {
        let (account, item) = (activation.accountID, process.id.description)
        let sealedConsent = try vault.seal(
            consent.serialized, at: Self.place("evidence.consent", account, activation.id, item))
        let readable: [UInt8]? =
            switch process.goal {
            case .website, .inApp, .pages: consent.payload
            case .utility, .act: nil
            }
        let values = Column.values { column in
            switch column {
            case .sessionID: .of(process.id)
            case .activationID: .of(activation.id)
            case .serviceID: .of(process.serviceID)
            case .at: .of(now)
            case .statementHash: .of(Self.hash(of: consent.payload))
            case .statement: .of(readable)
            case .sealedConsent: .of(sealedConsent)
            }
        }
        try transaction.execute("INSERT INTO evidence \(values)")
    }

    /// Returns the SHA-256 of the statement that was confirmed in a session.
    package func statementHash(of session: SessionID) throws -> [UInt8]? {
        try transaction.value("SELECT statement_hash FROM evidence WHERE session_id = \(session)")
    }

    /// Returns the statement of a login; nil also where its account was removed.
    package func statement(ofLogin session: SessionID) throws -> [UInt8]? {
        try transaction.value("SELECT statement FROM evidence WHERE session_id = \(session)")
    }

    /// Returns the statement with which a device of the account has confirmed an act or a utility process.
    ///
    /// It is read from the sealed JWS alone, and the device's signature is verified again: a process that is marked as
    /// confirmed, a time, and a readable statement can be written by anybody who can write to the database.
    /// - Returns: nil where there is none, and where it was erased with its account.
    /// - Throws: `StorageError` with the code `.corrupt` for a readable statement beside it, which no such process has;
    ///   `Vault.OpeningError` for a JWS that was moved.
    package func confirmation(in process: SessionID, by account: AccountID) throws -> ConsentStatement? {
        try transaction.row(
            Column.self, from: "evidence WHERE session_id = \(process)"
        ).flatMap { try confirmation($0, by: account) }.map { try ConsentStatement(parsing: $0.payload) }
    }

    /// Returns the statement of this SHA-256 with which an activation has confirmed an act or a utility process, as
    /// `confirmation(in:by:)` does.
    package func confirmation(ofHash hash: [UInt8], by activation: Activation) throws -> ConsentStatement? {
        let row = try transaction.row(
            Column.self, from: "evidence WHERE activation_id = \(activation.id) AND statement_hash = \(hash)")
        guard let consent = try row.flatMap({ try confirmation($0, by: activation.accountID) }),
            Self.hash(of: consent.payload) == hash
        else { return nil }
        return try ConsentStatement(parsing: consent.payload)
    }

    /// Returns the moment of the last confirmation since a moment, by any of these activations of an account, that
    /// another factor than the device has signed; nil for none.
    ///
    /// The factors are read from the sealed JWS, which `finish` has verified. Evidence that somebody has altered counts
    /// as such a confirmation: nothing that was signed is taken back by it.
    package func lastUse(
        by activations: [ActivationID], of account: AccountID, since moment: Timestamp
    ) throws -> Timestamp? {
        let rows = try transaction.rows(
            Column.self,
            from: "evidence WHERE activation_id IN (\(activations)) AND at >= \(moment) ORDER BY at DESC")
        for row in rows {
            let (activation, process): (ActivationID, SessionID) = (try row(.activationID), try row(.sessionID))
            guard let sealed: [UInt8] = try row.optional(.sealedConsent) else { continue }
            let place = Self.place("evidence.consent", account, activation, process.description)
            let consent = (try? vault.open(sealed, at: place)).flatMap {
                try? SignedStatement(parsing: $0, type: .consent)
            }
            if consent?.factors != [.device] { return try row(.at) }
        }
        return nil
    }

    private func confirmation(_ row: TableRow<Column>, by account: AccountID) throws -> SignedStatement? {
        let process: SessionID = try row(.sessionID)
        guard let activation = try transaction.activations.find(try row(.activationID)),
            activation.accountID == account
        else { return nil }
        guard try row.optional(.statement, as: [UInt8].self) == nil else {
            throw StorageError(.corrupt, "the evidence of an act has a readable statement")
        }
        guard let sealed: [UInt8] = try row.optional(.sealedConsent),
            let device = try transaction.activations.enrolledDeviceKey(of: activation)
        else { return nil }
        let place = Self.place("evidence.consent", account, activation.id, process.description)
        let consent = try SignedStatement(parsing: try vault.open(sealed, at: place), type: .consent)
        return consent.isSigned(by: device) ? consent : nil
    }

    /// The record of a confirmed process.
    package struct Record: Sendable {
        package let activationID: ActivationID
        package let at: Timestamp
        /// The SHA-256 of the statement.
        package let hash: [UInt8]
        /// The statement with its signatures; nil where it was erased.
        package let consent: SignedStatement?
    }

    /// Finds the record of a process.
    package func record(of process: SessionID) throws -> Record? {
        guard
            let (row, owner) = try transaction.row(
                Column.self, OwnerColumn.self,
                from: """
                    evidence LEFT JOIN activation ON activation.id = evidence.activation_id
                    WHERE session_id = \(process)
                    """)
        else { return nil }
        let activation: ActivationID = try row(.activationID)
        var consent: SignedStatement?
        if let sealed: [UInt8] = try row.optional(.sealedConsent),
            let account: AccountID = try owner.optional(.accountID)
        {
            let place = Self.place("evidence.consent", account, activation, process.description)
            consent = try SignedStatement(parsing: try vault.open(sealed, at: place), type: .consent)
        }
        return Record(activationID: activation, at: try row(.at), hash: try row(.statementHash), consent: consent)
    }

    /// Returns those of some processes that have a record.
    package func recorded(among processes: [SessionID]) throws -> Set<SessionID> {
        return Set(try transaction.values("SELECT session_id FROM evidence WHERE session_id IN (\(processes))"))
    }

    // MARK: Logins

    /// A confirmed login, at a website or at the account pages.
    package struct Login: Sendable, Equatable {
        package let process: SessionID
        package let accountID: AccountID
        package let activationID: ActivationID
        package let serviceID: ServiceID
        package let at: Timestamp
        /// The moment at which the person said that it was somebody else.
        package let disownedAt: Timestamp?
    }

    /// Finds a confirmed login; nil for a process with another goal, whose statement is sealed.
    package func login(_ process: SessionID) throws -> Login? {
        try transaction.row(
            Column.self, OwnerColumn.self, DisownedColumn.self,
            from: """
                evidence JOIN activation ON activation.id = evidence.activation_id
                WHERE session_id = \(process) AND statement IS NOT NULL
                """
        ).map { row, owner, disowned in
            Login(
                process: process, accountID: try owner(.accountID), activationID: try row(.activationID),
                serviceID: try row(.serviceID), at: try row(.at), disownedAt: try disowned.optional(.disownedAt))
        }
    }

    /// Returns those of some logins that were disowned.
    package func disowned(among processes: [SessionID]) throws -> Set<SessionID> {
        return Set(
            try transaction.values(
                "SELECT session_id FROM evidence WHERE session_id IN (\(processes)) AND disowned_at IS NOT NULL"))
    }

    /// Marks a login as disowned.
    /// - Returns: false where it was disowned before.
    package func disown(_ process: SessionID, at now: Timestamp) throws -> Bool {
        try transaction.changedRows(
            "UPDATE evidence SET disowned_at = \(now) WHERE session_id = \(process) AND disowned_at IS NULL") == 1
    }

    /// Returns the SHA-256 by which `statementHash` is compared.
    package static func hash(of statement: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: statement)) }

    // MARK: Key changes, which tell the keys that verify older evidence

    /// Keeps a signed key change.
    /// - Parameter grant: the grant that it has spent.
    package func insert(
        keyChange: SignedStatement, grant: BearerHash, of activation: Activation, at now: Timestamp
    ) throws {
        let sealed = try vault.seal(
            keyChange.serialized,
            at: Self.place(
                "key_change.statement", activation.accountID, activation.id, Base64URL.encode(grant.bytes)))
        let values = KeyChangeColumn.values { column in
            switch column {
            case .grantHash: .of(grant)
            case .activationID: .of(activation.id)
            case .at: .of(now)
            case .sealedStatement: .of(sealed)
            }
        }
        try transaction.execute("INSERT INTO key_change \(values)")
    }

    /// A signed key change with the moment that its row has, which can be written.
    package struct KeyChange: Sendable {
        package let at: Timestamp
        package let signed: SignedStatement
    }

    /// Returns the key changes of an activation, oldest first by their rows.
    package func keyChanges(of activation: Activation) throws -> [KeyChange] {
        try transaction.rows(
            KeyChangeColumn.self, from: "key_change WHERE activation_id = \(activation.id) ORDER BY at, grant_hash"
        ).map { row in
            let grant: [UInt8] = try row(.grantHash)
            let bytes = try vault.open(
                try row(.sealedStatement),
                at: Self.place("key_change.statement", activation.accountID, activation.id, Base64URL.encode(grant)))
            return KeyChange(at: try row(.at), signed: try SignedStatement(parsing: bytes, type: .keyChange))
        }
    }

    // MARK: Removal

    /// Erases statements and signatures, and leaves the hashes of the consents.
    func erase(of activations: [ActivationID]) throws {
        try transaction.execute(
            """
            UPDATE evidence SET statement = NULL, sealed_statement = NULL, sealed_consent = NULL
            WHERE activation_id IN (\(activations))
            """)
        try transaction.execute("DELETE FROM key_change WHERE activation_id IN (\(activations))")
    }

    /// Removes the records of processes whose events leave the audit log.
    func remove(_ processes: [SessionID]) throws {
        try transaction.execute("DELETE FROM evidence WHERE session_id IN (\(processes))")
    }

    private enum Column: Int, ColumnSet {
        case sessionID, activationID, serviceID, at, statementHash, statement, sealedConsent
        static let names = ColumnNames(Self.self)
    }

    private enum OwnerColumn: Int, ColumnSet {
        case accountID
        static let names = ColumnNames(Self.self)
    }

    private enum DisownedColumn: Int, ColumnSet {
        case disownedAt
        static let names = ColumnNames(Self.self)
    }

    private enum KeyChangeColumn: Int, ColumnSet {
        case grantHash, activationID, at, sealedStatement
        static let names = ColumnNames(Self.self)
    }

    static func place(
        _ column: StaticString, _ account: AccountID, _ activation: ActivationID, _ item: String
    ) -> Vault.Place {
        Vault.Place(column: column, account: account, activation: activation, item: item)
    }
}
