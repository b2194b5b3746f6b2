import XignDomain
import XignProtocol

/// The codes that were mailed in the last day. All that a code rests on is sealed, bound to table, id and account.
package struct MailCodes {
    let transaction: any Transaction

    /// Returns the codes of an account for a purpose, the one that was mailed last first. Each may be over.
    ///
    /// A row that somebody has altered counts for nothing but the limits, and is left out.
    package func all(of account: AccountID, for purpose: MailCode.Purpose) throws -> [MailCode] {
        try transaction.rows(
            Column.self,
            from: """
                mail_code WHERE account_id = \(account) AND purpose = \(purpose) ORDER BY sent_at DESC, id
                """
        ).compactMap { row in
            do { return try code(row) } catch is Vault.OpeningError { return nil }
        }
    }

    package func insert(_ code: MailCode) throws {
        let values = try Column.values { column in
            switch column {
            case .id: .of(code.id)
            case .accountID: .of(code.subject.accountID)
            case .purpose: .of(code.subject.purpose)
            case .addressLookup: .of(lookup(ofAddress: code.address))
            case .networkHash: .of(code.network)
            case .sent: .of(code.sent)
            case .sentAt: .of(code.sentAt)
            case .sealedTerms: .of(try seal(code))
            }
        }
        try transaction.execute("INSERT INTO mail_code \(values)")
    }

    /// Stores what has happened to a code.
    /// - Returns: false where it was removed meanwhile.
    @discardableResult
    package func save(_ code: MailCode) throws -> Bool {
        try transaction.changedRows(
            """
            UPDATE mail_code SET sent = \(code.sent), sent_at = \(code.sentAt), sealed_terms = \(try seal(code))
            WHERE id = \(code.id)
            """) == 1
    }

    /// Makes the codes of an account count for nothing but the limits: a person who removes an account and begins
    /// another one gets no further codes by it.
    func eraseAll(of account: AccountID) throws {
        try transaction.execute(
            "UPDATE mail_code SET account_id = NULL, sealed_terms = NULL WHERE account_id = \(account)")
    }

    /// Removes codes whose last mail is from before a moment.
    /// - Returns: the number of codes; fewer than `limit` means that none is left.
    package func removeOld(before: Timestamp, limit: Int) throws -> Int {
        try transaction.changedRows(
            """
            DELETE FROM mail_code WHERE id IN (SELECT id FROM mail_code WHERE sent_at < \(before) LIMIT \(limit))
            """)
    }

    // MARK: Limits

    // All mails of a code count from its last one, so that no period has more mails than its limit.

    /// Returns the number of mails that an account has asked for.
    package func mailCount(of account: AccountID, for purpose: MailCode.Purpose, since moment: Timestamp) throws -> Int
    {
        try transaction.value(
            """
            SELECT CAST(COALESCE(sum(sent), 0) AS BIGINT) FROM mail_code
            WHERE account_id = \(account) AND purpose = \(purpose) AND sent_at > \(moment)
            """) ?? 0
    }

    /// Returns the number of mails that the browsers of a network have asked for.
    /// - Parameter network: a `MailCodeLimits.hash`.
    package func mailCount(from network: [UInt8], for purpose: MailCode.Purpose, since moment: Timestamp) throws -> Int
    {
        try transaction.value(
            """
            SELECT CAST(COALESCE(sum(sent), 0) AS BIGINT) FROM mail_code
            WHERE network_hash = \(network) AND purpose = \(purpose) AND sent_at > \(moment)
            """) ?? 0
    }

    /// Returns the number of mails to an address, over all accounts.
    package func mailCount(to address: String, for purpose: MailCode.Purpose, since moment: Timestamp) throws -> Int {
        let lookups = transaction.vault.lookups(ofAddress: MailAddress.counted(address))
        return try transaction.value(
            """
            SELECT CAST(COALESCE(sum(sent), 0) AS BIGINT) FROM mail_code
            WHERE address_lookup IN (\(lookups)) AND purpose = \(purpose) AND sent_at > \(moment)
            """) ?? 0
    }

    /// Returns the number of mails over all accounts.
    package func mailCount(for purpose: MailCode.Purpose, since moment: Timestamp) throws -> Int {
        try transaction.value(
            """
            SELECT CAST(COALESCE(sum(sent), 0) AS BIGINT) FROM mail_code
            WHERE purpose = \(purpose) AND sent_at > \(moment)
            """) ?? 0
    }

    // MARK: Rows

    private enum Column: Int, ColumnSet {
        case id, accountID, purpose, addressLookup, networkHash, sent, sentAt, sealedTerms
        static let names = ColumnNames(Self.self)
    }

    static func place(_ id: MailCodeID, _ account: AccountID) -> Vault.Place {
        Vault.Place(column: "mail_code.terms", account: account, item: id.description)
    }

    /// Returns the keyed hash of the address of sealed terms.
    func lookup(ofSealed terms: [UInt8], _ id: MailCodeID, _ account: AccountID) throws -> [UInt8] {
        lookup(ofAddress: try open(terms, id, account).address)
    }

    private func lookup(ofAddress address: String) -> [UInt8] {
        transaction.vault.lookup(ofAddress: MailAddress.counted(address))
    }

    private func seal(_ code: MailCode) throws -> [UInt8] {
        try transaction.vault.seal(
            try MessageCoding.encode(Terms(code)), at: Self.place(code.id, code.subject.accountID))
    }

    private func open(_ sealed: [UInt8], _ id: MailCodeID, _ account: AccountID) throws -> Terms {
        try MessageCoding.decode(
            Terms.self, from: try transaction.vault.open(sealed, at: Self.place(id, account)))
    }

    private func code(_ row: TableRow<Column>) throws -> MailCode {
        try Vault.OpeningError.ofColumns {
            let (id, account): (MailCodeID, AccountID) = (try row(.id), try row(.accountID))
            let code = try open(try row(.sealedTerms), id, account).code(id, account)
            let lookups = transaction.vault.lookups(ofAddress: MailAddress.counted(code.address))
            guard try row(.purpose) == code.subject.purpose, try row(.networkHash, as: [UInt8].self) == code.network,
                try row(.sent) == code.sent, try row(.sentAt) == code.sentAt,
                lookups.contains(try row(.addressLookup, as: [UInt8].self))
            else { throw Vault.OpeningError(description: "the columns of a mailed code are not those of its terms") }
            return code
        }
    }
}

/// All of a code but its id and account, inside the seal.
private struct Terms: Codable {
    let purpose: MailCode.Purpose
    let value: Octets
    let binding: Octets
    let recovery: RecoveryID?
    let address: String
    let network: Octets
    let createdAt: Int64
    let sent: Int
    let sentAt: Int64
    let tries: Int
    let isUsed: Bool

    init(_ code: MailCode) {
        purpose = code.subject.purpose
        value = Octets(code.subject.valueID)
        binding = Octets(code.subject.binding.bytes)
        recovery = code.subject.recoveryID
        (address, network) = (code.address, Octets(code.network))
        (createdAt, sent, sentAt) = (code.createdAt.rawValue, code.sent, code.sentAt.rawValue)
        (tries, isUsed) = (code.tries, code.isUsed)
    }

    func code(_ id: MailCodeID, _ account: AccountID) -> MailCode {
        MailCode(
            id: id,
            subject: MailCode.Subject(
                purpose, account: account, value: value.bytes, binding: BearerHash(bytes: binding.bytes),
                recovery: recovery),
            address: address, network: network.bytes, createdAt: Timestamp(rawValue: createdAt), sent: sent,
            sentAt: Timestamp(rawValue: sentAt), tries: tries, isUsed: isUsed)
    }
}
