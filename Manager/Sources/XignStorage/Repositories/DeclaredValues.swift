import XignCrypto
import XignDomain
import XignProtocol

/// The values of declared attributes, which the operator keeps: one for each person. The seal of a value authenticates
/// its account and its attribute. They are never cached: a login rests on the present ones.
package struct DeclaredValues {
    let transaction: any Transaction

    private enum Column: Int, ColumnSet {
        case id, accountID, attribute, sealedValue
        static let names = ColumnNames(Self.self)
    }

    /// Returns the values of an account by the names of the attributes.
    /// - Throws: `Vault.OpeningError` for a row that somebody has altered.
    package func all(of account: AccountID) throws -> [String: String] {
        let values = try transaction.rows(Column.self, from: "declared_value WHERE account_id = \(account)").map {
            row in
            (try row(.attribute, as: String.self), try text(row))
        }
        return Dictionary(values) { first, _ in first }
    }

    /// Returns the value of one attribute; nil where the account has none.
    /// - Throws: `Vault.OpeningError` for a row that somebody has altered.
    package func value(of attribute: String, _ account: AccountID) throws -> String? {
        try transaction.row(
            Column.self, from: "declared_value WHERE account_id = \(account) AND attribute = \(attribute)"
        ).map(text)
    }

    private func text(_ row: TableRow<Column>) throws -> String {
        let place = Self.place(try row(.accountID), try row(.attribute))
        return String(decoding: try transaction.vault.open(try row(.sealedValue), at: place), as: UTF8.self)
    }

    /// Returns the names of the attributes of which an account has a value, and opens none.
    package func names(of account: AccountID) throws -> [String] {
        try transaction.values("SELECT attribute FROM declared_value WHERE account_id = \(account) ORDER BY attribute")
    }

    /// Stores the value of an attribute in place of the former one.
    /// - Parameter value: nil: the account has none then.
    package func set(_ attribute: String, to value: String?, of account: AccountID) throws {
        try transaction.execute(
            "DELETE FROM declared_value WHERE account_id = \(account) AND attribute = \(attribute)")
        guard let value else { return }
        let sealed = try transaction.vault.seal(Array(value.utf8), at: Self.place(account, attribute))
        let values = Column.values { column in
            switch column {
            case .id: .of(Array(SecureRandom.bytes(count: AttributeValue.idByteCount)))
            case .accountID: .of(account)
            case .attribute: .of(attribute)
            case .sealedValue: .of(sealed)
            }
        }
        try transaction.execute("INSERT INTO declared_value \(values)")
    }

    /// Returns the accounts with a value of an attribute.
    package func holders(of attribute: String) throws -> [AccountID] {
        try transaction.values(
            "SELECT account_id FROM declared_value WHERE attribute = \(attribute) ORDER BY account_id")
    }

    static func place(_ account: AccountID, _ attribute: String) -> Vault.Place {
        Vault.Place(column: "declared_value.value", account: account, item: attribute)
    }
}
