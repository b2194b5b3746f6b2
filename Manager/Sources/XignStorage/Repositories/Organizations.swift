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
        try transaction.declare(
            """
            INSERT INTO organization (id, name, website, address, description)
            VALUES (\(organization.id), \(organization.name), \(organization.website), \(organization.address),
                \(organization.description))
            ON CONFLICT (id) DO UPDATE SET name = excluded.name, website = excluded.website, address = excluded.address,
                description = excluded.description
            """)
    }

    /// Makes an account a member, with a new `MemberID`. Has no effect on a member.
    package func add(account: AccountID, to organization: OrganizationID) throws {
        try transaction.execute(
            """
            INSERT INTO membership (account_id, organization_id, member_id)
            VALUES (\(account), \(organization), \(MemberID.random()))
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
        try transaction.endOfflineAccesses(to: account, where: isAtOrganization)
    }

    package func organizations(of account: AccountID) throws -> [Organization] {
        try transaction.rows(
            """
            SELECT o.id, o.name, o.website, o.address, o.description FROM organization o
            JOIN membership m ON m.organization_id = o.id WHERE m.account_id = \(account) ORDER BY o.name
            """
        ).map(Self.organization)
    }

    // MARK: Ids of members

    /// Returns the organizations that an account is a member of, by name, with its ids there.
    package func memberships(of account: AccountID) throws -> [(organization: Organization, id: MemberID)] {
        try transaction.rows(
            """
            SELECT o.id, o.name, o.website, o.address, o.description, m.member_id FROM organization o
            JOIN membership m ON m.organization_id = o.id WHERE m.account_id = \(account) ORDER BY o.name
            """
        ).map { (try Self.organization($0), try $0("member_id")) }
    }

    /// Returns the id of an account in an organization; nil where it is no member.
    package func memberID(of account: AccountID, in organization: OrganizationID) throws -> MemberID? {
        try transaction.row(
            "SELECT member_id FROM membership WHERE account_id = \(account) AND organization_id = \(organization)"
        )?("member_id")
    }

    /// Returns the ids of an account in the organizations that it is a member of.
    package func memberIDs(of account: AccountID) throws -> [OrganizationID: MemberID] {
        let rows = try transaction.rows(
            "SELECT organization_id, member_id FROM membership WHERE account_id = \(account)")
        return Dictionary(uniqueKeysWithValues: try rows.map { (try $0("organization_id"), try $0("member_id")) })
    }

    /// Finds the account and the organization of a member.
    package func member(_ id: MemberID) throws -> (account: AccountID, organization: OrganizationID)? {
        try transaction.row("SELECT account_id, organization_id FROM membership WHERE member_id = \(id)").map {
            (try $0("account_id"), try $0("organization_id"))
        }
    }

    /// Draws the ids of the memberships that are older than such ids.
    static func addMemberIDs(_ transaction: any Transaction) throws {
        while true {
            let rows = try transaction.rows(
                "SELECT account_id, organization_id FROM membership WHERE member_id IS NULL LIMIT \(500)")
            guard !rows.isEmpty else { return }
            for row in rows {
                let (account, organization): (AccountID, OrganizationID) = (
                    try row("account_id"), try row("organization_id")
                )
                try transaction.execute(
                    """
                    UPDATE membership SET member_id = \(MemberID.random())
                    WHERE account_id = \(account) AND organization_id = \(organization)
                    """)
            }
        }
    }

    private static let columns: SQL.Fragment = "id, name, website, address, description"

    private static func organization(_ row: Row) throws -> Organization {
        Organization(
            id: try row("id"), name: try row("name"), website: try row.optional("website"),
            address: try row.optional("address"), description: try row.optional("description"))
    }
}
