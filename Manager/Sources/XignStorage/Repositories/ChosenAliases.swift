import XignDomain
import XignProtocol

/// The remembered choices among several values of an attribute. Later logins at the service release the chosen value.
package struct ChosenAliases {
    let transaction: any Transaction

    /// A choice, with the texts that describe it to the user.
    package struct Choice: Sendable, Equatable {
        package let id: [UInt8]
        package let serviceID: ServiceID
        package let serviceName: String
        package let attribute: AttributeName
        package let alias: String
    }

    private enum Column: Int, ColumnSet {
        case accountID, serviceID, attribute, valueID, id
        static let names = ColumnNames(Self.self, of: "alias_choice")
    }

    private enum ValueColumn: Int, ColumnSet {
        case alias
        static let names = ColumnNames(Self.self, of: "attribute_value")
    }

    /// Returns the ids of the chosen values.
    package func chosen(by account: AccountID, at service: ServiceID) throws -> [AttributeName: [UInt8]] {
        let rows = try transaction.rows(
            Column.self, from: "alias_choice WHERE account_id = \(account) AND service_id = \(service)")
        return Dictionary(uniqueKeysWithValues: try rows.map { (try $0(.attribute), try $0(.valueID)) })
    }

    /// Returns the choices of an account, by the name of the service, which is empty where this version does not know
    /// the service's declaration.
    package func all(of account: AccountID) throws -> [Choice] {
        try transaction.rows(
            Column.self, ValueColumn.self,
            from: """
                alias_choice JOIN attribute_value ON attribute_value.id = alias_choice.value_id
                WHERE alias_choice.account_id = \(account)
                """
        ).map { row, value in
            let service: ServiceID = try row(.serviceID)
            return Choice(
                id: try row(.id), serviceID: service,
                serviceName: try transaction.declared.readableService(service)?.service.displayName ?? "",
                attribute: try row(.attribute), alias: try value(.alias))
        }.sorted {
            ($0.serviceName, $0.serviceID.text, $0.attribute.rawValue)
                < ($1.serviceName, $1.serviceID.text, $1.attribute.rawValue)
        }
    }

    /// Stores a choice, in place of the former one for the attribute.
    /// - Parameter id: 16 random bytes, the argument of `forget`.
    package func remember(
        _ id: [UInt8], value: [UInt8], of attribute: AttributeName, for account: AccountID, at service: ServiceID
    ) throws {
        let values = Column.values { column in
            switch column {
            case .accountID: .of(account)
            case .serviceID: .of(service)
            case .attribute: .of(attribute)
            case .valueID: .of(value)
            case .id: .of(id)
            }
        }
        try transaction.execute(
            """
            INSERT INTO alias_choice \(values) ON CONFLICT (account_id, service_id, attribute) DO UPDATE SET
                value_id = excluded.value_id, id = excluded.id
            """)
    }

    /// Removes a choice.
    /// - Returns: false where the account has no such choice.
    package func forget(_ id: [UInt8], of account: AccountID) throws -> Bool {
        try transaction.changedRows("DELETE FROM alias_choice WHERE id = \(id) AND account_id = \(account)") == 1
    }

    /// Removes the choices of an account at a service.
    package func forgetAll(of account: AccountID, at service: ServiceID) throws {
        try transaction.execute(
            "DELETE FROM alias_choice WHERE account_id = \(account) AND service_id = \(service)")
    }
}
