import XignDomain

/// The names of accounts at services. They are never cached: a login rests on the present ones.
package struct AccountNames {
    let transaction: any Transaction

    private enum Column: Int, ColumnSet {
        case accountID, serviceID, name, nameKey
        static let names = ColumnNames(Self.self)
    }

    /// Returns the name of an account at a service; nil where it has none.
    package func name(of account: AccountID, at service: ServiceID) throws -> String? {
        try transaction.value(
            "SELECT name FROM account_name WHERE account_id = \(account) AND service_id = \(service)")
    }

    /// Returns the names of an account by service.
    package func all(of account: AccountID) throws -> [ServiceID: String] {
        let names = try transaction.rows(Column.self, from: "account_name WHERE account_id = \(account)").map {
            (try $0(.serviceID, as: ServiceID.self), try $0(.name, as: String.self))
        }
        return Dictionary(names) { first, _ in first }
    }

    /// Finds the account with a name, or with one that can be mistaken for it.
    package func holder(of name: UserName, at service: ServiceID) throws -> AccountID? {
        try transaction.value(
            "SELECT account_id FROM account_name WHERE service_id = \(service) AND name_key = \(name.key)")
    }

    /// Stores the name of an account at a service in place of the former one.
    /// - Parameter name: nil: the account has none then.
    /// - Throws: `StorageError.uniqueViolation` where another account has a name that can be mistaken for it.
    package func set(_ name: UserName?, of account: AccountID, at service: ServiceID) throws {
        try transaction.execute(
            "DELETE FROM account_name WHERE account_id = \(account) AND service_id = \(service)")
        guard let name else { return }
        let values = Column.values { column in
            switch column {
            case .accountID: .of(account)
            case .serviceID: .of(service)
            case .name: .of(name.text)
            case .nameKey: .of(name.key)
            }
        }
        try transaction.execute("INSERT INTO account_name \(values)")
    }

    /// Returns the accounts with a name at a service.
    package func holders(at service: ServiceID) throws -> [AccountID] {
        try transaction.values("SELECT account_id FROM account_name WHERE service_id = \(service) ORDER BY name_key")
    }
}
