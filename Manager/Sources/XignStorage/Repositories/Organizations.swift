import XignDomain

/// Organizations and their members.
package struct Organizations {
    let transaction: any Transaction

    enum Column: Int, ColumnSet {
        case id, name, document
        static let names = ColumnNames(Self.self, of: "organization")
    }

    private enum MemberColumn: Int, ColumnSet {
        case accountID, organizationID, memberID
        static let names = ColumnNames(Self.self, of: "membership")
    }

    /// - Throws: `StorageError` with the code `.unknownDeclaration` where this version cannot read the organization,
    ///   also in the other functions.
    package func find(id: OrganizationID) throws -> Organization? {
        try transaction.row(Column.self, from: "organization WHERE id = \(id)").map(Self.organization)
    }

    package func find(name: String) throws -> Organization? {
        try transaction.row(Column.self, from: "organization WHERE name = \(name)").map(Self.organization)
    }

    package func all() throws -> [Organization] {
        try transaction.rows(Column.self, from: "organization ORDER BY name").map(Self.organization)
    }

    /// Inserts an organization, or replaces the one with the same id.
    package func save(_ organization: Organization) throws {
        let values = Column.values { column in
            switch column {
            case .id: .of(organization.id)
            case .name: .of(organization.name)
            case .document: .of(organization.declared.document)
            }
        }
        try transaction.declare(
            """
            INSERT INTO organization \(values)
            ON CONFLICT (id) DO UPDATE SET name = excluded.name, document = excluded.document
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

    /// Ends a membership with its groups, the shared login, and the remembered logins, lasting accesses and consents of
    /// the organization's services.
    package func remove(account: AccountID, from organization: OrganizationID) throws {
        try transaction.groups.removeAll(of: account, in: organization)
        try transaction.execute(
            "DELETE FROM membership WHERE account_id = \(account) AND organization_id = \(organization)")
        let isAtOrganization = { (login: ConfirmedLogin) in
            try transaction.services.find(id: login.serviceID)?.organizationID == organization
        }
        try transaction.endRememberedLogins(of: account) { login, _ in try isAtOrganization(login) }
        try transaction.sharedLogins.endAll(of: account, in: organization)
        try transaction.evidence.endConsents(of: account, at: Array(transaction.services.ids(of: [organization])))
        try transaction.endOfflineAccesses(to: account, where: isAtOrganization)
    }

    package func organizations(of account: AccountID) throws -> [Organization] {
        try memberships(of: account).map { $0.organization }
    }

    /// Returns the members of an organization, by name.
    package func members(of organization: OrganizationID) throws -> [Account] {
        try transaction.rows(
            Accounts.Column.self,
            from: """
                account JOIN membership ON membership.account_id = account.id
                WHERE membership.organization_id = \(organization) ORDER BY account.sort_key
                """
        ).map(Accounts.account)
    }

    // MARK: Ids of members

    /// Returns the organizations that an account is a member of, by name, with its ids there.
    package func memberships(of account: AccountID) throws -> [(organization: Organization, id: MemberID)] {
        try transaction.rows(
            Column.self, MemberColumn.self,
            from: """
                organization JOIN membership ON membership.organization_id = organization.id
                WHERE membership.account_id = \(account) ORDER BY organization.name
                """
        ).map { (try Self.organization($0), try $1(.memberID)) }
    }

    /// Returns the id of an account in an organization; nil where it is no member.
    package func memberID(of account: AccountID, in organization: OrganizationID) throws -> MemberID? {
        try transaction.value(
            "SELECT member_id FROM membership WHERE account_id = \(account) AND organization_id = \(organization)")
    }

    /// Returns the ids of an account in the organizations that it is a member of.
    package func memberIDs(of account: AccountID) throws -> [OrganizationID: MemberID] {
        let rows = try transaction.rows(MemberColumn.self, from: "membership WHERE account_id = \(account)")
        return Dictionary(uniqueKeysWithValues: try rows.map { (try $0(.organizationID), try $0(.memberID)) })
    }

    /// Finds the account and the organization of a member.
    package func member(_ id: MemberID) throws -> (account: AccountID, organization: OrganizationID)? {
        try transaction.row(MemberColumn.self, from: "membership WHERE member_id = \(id)").map {
            (try $0(.accountID), try $0(.organizationID))
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

    static func organization(_ row: TableRow<Column>) throws -> Organization {
        let name: String = try row(.name)
        return Organization(
            id: try row(.id),
            declared: try OrganizationDeclaration(document: try row(.document), of: "organization \(name)"))
    }
}
