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
                Activations.Column.self, Accounts.Column.self,
                from: "activation JOIN account ON account.id = activation.account_id WHERE activation.id = \(id)"
            ).map { try Self.standing($0, $1) }
        }
        // A row for each assigned role; one row without any.
        let rows = try transaction.rows(
            Activations.Column.self, Accounts.Column.self, RightsColumn.self,
            from: """
                activation JOIN account ON account.id = activation.account_id
                LEFT JOIN membership ON membership.account_id = account.id
                    AND membership.organization_id = \(service.organization.id)
                LEFT JOIN mapping ON mapping.account_id = account.id AND mapping.service_id = \(service.service.id)
                LEFT JOIN role_assignment ON role_assignment.account_id = account.id
                    AND role_assignment.role_id IN (\(service.roles.filter { !$0.isDefault }.map(\.id)))
                WHERE activation.id = \(id)
                """)
        guard let (activation, account, rights) = rows.first else { return nil }
        let isMember = try rights.optional(.memberID, as: AccountID.self) != nil
        let assigned = try rows.compactMap { _, _, rights in try rights.optional(.roleID, as: RoleID.self) }
        return try Self.standing(
            activation, account,
            roles: isMember ? service.roles.filter { $0.isDefault || assigned.contains($0.id) } : [],
            mappingID: try rights.optional(.mappingID))
    }

    /// Finds a device with the key that it was enrolled with or has changed to, and its account.
    /// - Returns: nil for an unknown id, and for a device without a key.
    package func withDeviceKey(_ id: ActivationID) throws -> (standing: Standing, key: FactorPublicKey)? {
        try transaction.row(
            Activations.Column.self, Accounts.Column.self, Activations.FactorColumn.self,
            from: """
                activation JOIN account ON account.id = activation.account_id
                JOIN factor ON factor.activation_id = activation.id AND factor.factor = \(FactorType.device)
                WHERE activation.id = \(id)
                """
        ).map { activation, account, factor in
            let standing = try Self.standing(activation, account)
            return (standing, try transaction.activations.key(factor, of: standing.activation))
        }
    }

    /// The rights at a service; all are null where there are none.
    private enum RightsColumn: Int, ColumnSet {
        case memberID, roleID, mappingID
        static let names = ColumnNames(
            Self.self, selecting: "membership.account_id, role_assignment.role_id, mapping.mapping_id")
    }

    private static func standing(
        _ activation: TableRow<Activations.Column>, _ account: TableRow<Accounts.Column>, roles: [Role] = [],
        mappingID: MappingID? = nil
    ) throws -> Standing {
        Standing(
            activation: try Activations.activation(activation), account: try Accounts.account(account),
            attempts: try activation(.attempts), roles: roles, mappingID: mappingID)
    }
}
