import XignDomain
import XignProtocol

/// The users' attribute values. The seal of a value authenticates its id, its account, its attribute, its verification
/// and the moment of a verification by code.
package struct AttributeValues {
    let transaction: any Transaction
    var vault: TransactionVault { transaction.vault }

    /// Returns the values of an account, by attribute; within an attribute the primary value first, then the oldest.
    package func all(of account: AccountID) throws -> [AttributeValue] {
        try transaction.rows(
            Column.self,
            from: """
                attribute_value WHERE account_id = \(account)
                ORDER BY attribute, is_primary DESC, created_at, id
                """
        ).map(value)
    }

    /// Returns the verified mail addresses of an account: first those that an operator has verified, then the oldest.
    /// An open browser alone can add an address, verify it by a code and prefer it. So none of these puts an address
    /// first.
    package func verifiedAddresses(of account: AccountID) throws -> [AttributeValue] {
        let addresses = try transaction.rows(
            Column.self,
            from: """
                attribute_value WHERE account_id = \(account) AND attribute = \(AttributeName.email)
                ORDER BY created_at, id
                """
        ).map(value).filter(\.isVerified)
        return addresses.filter { $0.verification == .operator } + addresses.filter { $0.verification != .operator }
    }

    /// Inserts a value, or replaces the one of the same id.
    /// - Throws: `StorageError.uniqueViolation` where another value of the attribute has its alias.
    package func save(_ value: AttributeValue, at now: Timestamp) throws {
        let sealed = try vault.seal(
            Array(Self.sealedText(value, at: now).utf8),
            at: Self.place(value.id, value.accountID, value.attribute, value.verification))
        let values = Column.values { column in
            switch column {
            case .id: .of(value.id)
            case .accountID: .of(value.accountID)
            case .attribute: .of(value.attribute)
            case .alias: .of(value.alias)
            case .isPrimary: .of(value.isPrimary)
            case .isVerified: .of(value.isVerified)
            case .verifiedBy: .of(value.verification)
            case .sealedDisclosure: .of(sealed)
            }
        }
        let found = LookupColumn.values { column in
            switch column {
            case .createdAt: .of(now)
            case .lookup: .of(vault.lookup(of: value))
            }
        }
        try transaction.execute(
            """
            INSERT INTO attribute_value \(values + found) ON CONFLICT (id) DO UPDATE SET
                alias = excluded.alias, is_primary = excluded.is_primary, is_verified = excluded.is_verified,
                verified_by = excluded.verified_by, sealed_disclosure = excluded.sealed_disclosure,
                lookup = excluded.lookup
            """)
    }

    /// Removes a value, and the remembered choices of it.
    package func remove(_ id: [UInt8]) throws {
        try transaction.execute("DELETE FROM alias_choice WHERE value_id = \(id)")
        try transaction.execute("DELETE FROM attribute_value WHERE id = \(id)")
    }

    enum Column: Int, ColumnSet {
        case id, accountID, attribute, alias, isPrimary, isVerified, verifiedBy, sealedDisclosure
        static let names = ColumnNames(Self.self)
    }

    private enum LookupColumn: Int, ColumnSet {
        case createdAt, lookup
        static let names = ColumnNames(Self.self)
    }

    func value(_ row: TableRow<Column>) throws -> AttributeValue {
        let (id, account): ([UInt8], AccountID) = (try row(.id), try row(.accountID))
        let attribute: AttributeName = try row(.attribute)
        let verification = Self.verification(
            isVerified: try row(.isVerified), by: try row.optional(.verifiedBy, as: Verification.self))
        var text = Substring(
            decoding: try vault.open(
                try row(.sealedDisclosure), at: Self.place(id, account, attribute, verification)),
            as: UTF8.self)
        var verifiedAt: Timestamp?
        if verification == .code, let space = text.firstIndex(of: " "), let moment = Int64(text[..<space]) {
            (verifiedAt, text) = (Timestamp(rawValue: moment), text[text.index(after: space)...])
        }
        return AttributeValue(
            id: id, accountID: account, attribute: attribute,
            disclosure: try AttributeDisclosure(parsing: String(text)), alias: try row(.alias),
            isPrimary: try row(.isPrimary), verification: verification, verifiedAt: verifiedAt)
    }

    /// The disclosure; behind the moment of the verification and a space where a code has verified the value.
    private static func sealedText(_ value: AttributeValue, at now: Timestamp) -> String {
        guard value.verification == .code else { return value.disclosure.text }
        return "\((value.verifiedAt ?? now).rawValue) \(value.disclosure.text)"
    }

    /// Rows from before version 31 of the schema do not say who has verified them: an operator has.
    static func verification(isVerified: Bool, by verification: Verification?) -> Verification? {
        isVerified ? verification ?? .operator : nil
    }

    static func place(
        _ id: [UInt8], _ account: AccountID, _ attribute: AttributeName, _ verification: Verification?
    ) -> Vault.Place {
        let word =
            switch verification {
            case nil: "unverified"
            case .operator: "verified"
            case .code: "verified by code"
            }
        return Vault.Place(
            column: "attribute_value.disclosure", account: account,
            item: "\(attribute.rawValue) \(Base64URL.encode(id)) \(word)")
    }
}
