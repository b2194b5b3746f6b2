import XignDomain
import XignProtocol

/// A device, its account, and the account's rights at a service: all that a step of a login judges of a person, read by
/// one statement.
package struct Standing: Sendable {
    package let activation: Activation
    package let account: Account
    /// The number of attempts at the activation's factors that were counted.
    package let attempts: Int
    /// The roles that the account holds at the service: for a member of the service's organization, the default roles
    /// and the assigned ones; otherwise none. Empty where no service was asked about. Without a role, the account may
    /// not log in there.
    package let roles: [Role]
    /// The account's pairwise subject at the service; nil before the first login.
    package let mappingID: MappingID?

    /// False for a device that was revoked or never enrolled, and for an account that is switched off.
    package var isActive: Bool { activation.state == .active && account.isActive }
}

/// The repository of standings.
package struct Standings {
    let transaction: any Transaction

    /// Finds a device and its account, with the rights at a service.
    /// - Parameter service: nil for what a service has no part in.
    /// - Returns: nil for an unknown id.
    package func find(_ id: ActivationID, at service: DeclaredService? = nil) throws -> Standing? {
        guard let service else {
            return try transaction.row(
                """
                SELECT a.*, \(Self.accountColumns)
                FROM (SELECT \(Activations.columns), attempts FROM activation WHERE id = \(id)) a
                JOIN account u ON u.id = a.account_id
                """
            ).map { try Self.standing($0) }
        }
        // A row for each assigned role; one row without any.
        let rows = try transaction.rows(
            """
            SELECT a.*, \(Self.accountColumns), m.account_id AS member, r.role_id, p.mapping_id
            FROM (SELECT \(Activations.columns), attempts FROM activation WHERE id = \(id)) a
            JOIN account u ON u.id = a.account_id
            LEFT JOIN membership m ON m.account_id = u.id AND m.organization_id = \(service.organization.id)
            LEFT JOIN mapping p ON p.account_id = u.id AND p.service_id = \(service.service.id)
            LEFT JOIN role_assignment r ON r.account_id = u.id
                AND r.role_id IN (\(service.roles.filter { !$0.isDefault }.map(\.id)))
            """)
        guard let first = rows.first else { return nil }
        let isMember = try first.optional("member", as: AccountID.self) != nil
        let assigned = try rows.compactMap { try $0.optional("role_id", as: RoleID.self) }
        return try Self.standing(
            first, roles: isMember ? service.roles.filter { $0.isDefault || assigned.contains($0.id) } : [],
            mappingID: try first.optional("mapping_id"))
    }

    /// Finds a device with the key that it was enrolled with or has changed to, and its account.
    /// - Returns: nil for an unknown id, and for a device without a key.
    package func withDeviceKey(_ id: ActivationID) throws -> (standing: Standing, key: FactorPublicKey)? {
        try transaction.row(
            """
            SELECT a.*, \(Self.accountColumns), f.factor, f.sealed_public_key
            FROM (SELECT \(Activations.columns), attempts FROM activation WHERE id = \(id)) a
            JOIN account u ON u.id = a.account_id
            JOIN factor f ON f.activation_id = a.id AND f.factor = \(FactorType.device)
            """
        ).map { row in
            let standing = try Self.standing(row)
            return (standing, try transaction.activations.key(row, of: standing.activation))
        }
    }

    private static let accountColumns: SQL.Fragment = """
        u.public_id, u.name AS account_name, u.is_active AS account_is_active, u.is_active_declared, u.language
        """

    private static func standing(_ row: Row, roles: [Role] = [], mappingID: MappingID? = nil) throws -> Standing {
        let activation = try Activations.activation(row)
        return Standing(
            activation: activation,
            account: Account(
                id: activation.accountID, publicID: try row("public_id"), name: try row("account_name"),
                isActive: try row("account_is_active"), language: try row.optional("language"),
                isActiveDeclared: try row.optional("is_active_declared") ?? false),
            attempts: try row("attempts"), roles: roles, mappingID: mappingID)
    }
}
