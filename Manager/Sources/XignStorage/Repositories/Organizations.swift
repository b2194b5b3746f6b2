import XignDomain

/// Organizations and their members.
package struct Organizations {
    let transaction: any Transaction

    package func find(id: OrganizationID) throws -> Organization? {
        try transaction.row("SELECT \(Self.columns) FROM organization WHERE id = \(id)").map(Self.organization)
    }

    package func find(name: String) throws -> Organization? {
        try transaction.row("SELECT \(Self.columns) FROM organization WHERE name = \(name)").map(Self.organization)
    }

    package func all() throws -> [Organization] {
        try transaction.rows("SELECT \(Self.columns) FROM organization ORDER BY name").map(Self.organization)
    }

    /// Inserts an organization, or replaces the one with the same id.
    package func save(_ organization: Organization) throws {
        try transaction.execute(
            """
            INSERT INTO organization (id, name, website, address, description)
            VALUES (\(organization.id), \(organization.name), \(organization.website), \(organization.address),
                \(organization.description))
            ON CONFLICT (id) DO UPDATE SET name = excluded.name, website = excluded.website, address = excluded.address,
                description = excluded.description
            """)
    }

    /// Makes an account a member. Has no effect on a member.
    package func add(account: AccountID, to organization: OrganizationID) throws {
        try transaction.execute(
            """
            INSERT INTO membership (account_id, organization_id) VALUES (\(account), \(organization))
            ON CONFLICT (account_id, organization_id) DO NOTHING
            """)
    }

    /// Ends a membership, with the remembered logins and lasting accesses of the organization's services.
    package func remove(account: AccountID, from organization: OrganizationID) throws {
        try transaction.execute(
            "DELETE FROM membership WHERE account_id = \(account) AND organization_id = \(organization)")
        let isAtOrganization = { (login: ConfirmedLogin) in
            try transaction.services.find(id: login.serviceID)?.organizationID == organization
        }
        try transaction.endRememberedLogins(of: account) { login, _ in try isAtOrganization(login) }
        try transaction.endLastingAccesses(to: account, where: isAtOrganization)
    }

    package func organizations(of account: AccountID) throws -> [Organization] {
        try transaction.rows(
            """
            SELECT o.id, o.name, o.website, o.address, o.description FROM organization o
            JOIN membership m ON m.organization_id = o.id WHERE m.account_id = \(account) ORDER BY o.name
            """
        ).map(Self.organization)
    }

    private static let columns: SQL.Fragment = "id, name, website, address, description"

    private static func organization(_ row: Row) throws -> Organization {
        Organization(
            id: try row("id"), name: try row("name"), website: try row.optional("website"),
            address: try row.optional("address"), description: try row.optional("description"))
    }
}
