import XignDomain
import XignProtocol

/// Which of several values a person has chosen for a service; it is released again without being chosen again.
package struct ChosenAliases {
    let transaction: any Transaction

    /// A choice, with the texts that tell the person what it is.
    package struct Choice: Sendable, Equatable {
        package let id: [UInt8]
        package let serviceID: ServiceID
        package let serviceName: String
        package let attribute: AttributeName
        package let alias: String
    }

    /// The ids of the values that were chosen.
    package func chosen(by account: AccountID, at service: ServiceID) throws -> [AttributeName: [UInt8]] {
        let rows = try transaction.rows(
            "SELECT attribute, value_id FROM alias_choice WHERE account_id = \(account) AND service_id = \(service)")
        return Dictionary(uniqueKeysWithValues: try rows.map { (try $0("attribute"), try $0("value_id")) })
    }

    /// All of an account's, by the name of the service.
    package func all(of account: AccountID) throws -> [Choice] {
        try transaction.rows(
            """
            SELECT c.id, c.service_id, s.display_name, c.attribute, v.alias FROM alias_choice c
            JOIN service s ON s.id = c.service_id JOIN attribute_value v ON v.id = c.value_id
            WHERE c.account_id = \(account) ORDER BY s.display_name, c.service_id, c.attribute
            """
        ).map { row in
            Choice(
                id: try row("id"), serviceID: try row("service_id"), serviceName: try row("display_name"),
                attribute: try row("attribute"), alias: try row("alias"))
        }
    }

    /// - Parameter id: 16 random bytes, by which the choice can be taken back.
    package func remember(
        _ id: [UInt8], value: [UInt8], of attribute: AttributeName, for account: AccountID, at service: ServiceID
    ) throws {
        try transaction.execute(
            """
            INSERT INTO alias_choice (account_id, service_id, attribute, value_id, id)
            VALUES (\(account), \(service), \(attribute), \(value), \(id))
            ON CONFLICT (account_id, service_id, attribute) DO UPDATE SET value_id = excluded.value_id, id = excluded.id
            """)
    }

    /// False where there was none, or another's.
    package func forget(_ id: [UInt8], of account: AccountID) throws -> Bool {
        try transaction.changedRows("DELETE FROM alias_choice WHERE id = \(id) AND account_id = \(account)") == 1
    }
}
