import XignDomain

/// The groups of members. They are never cached: a login rests on the present ones.
package struct Groups {
    let transaction: any Transaction

    private enum Column: Int, ColumnSet {
        case accountID, organizationID, name
        static let names = ColumnNames(Self.self, of: "group_member")
    }

    /// Returns the groups of an account in an organization; none where it is no member.
    package func names(of account: AccountID, in organization: OrganizationID) throws -> GroupNames {
        GroupNames(
            try transaction.values(
                """
                SELECT name FROM group_member
                WHERE account_id = \(account) AND organization_id = \(organization)
                """))
    }

    /// Returns the groups of an account by organization, without the organizations where it has none.
    package func all(of account: AccountID) throws -> [OrganizationID: GroupNames] {
        let rows = try transaction.rows(Column.self, from: "group_member WHERE account_id = \(account)").map {
            (organization: try $0(.organizationID, as: OrganizationID.self), name: try $0(.name, as: String.self))
        }
        return Dictionary(grouping: rows) { $0.organization }.mapValues { GroupNames($0.map { $0.name }) }
    }

    /// Returns the accounts that are in some of an organization's groups.
    package func members(of groups: GroupNames, in organization: OrganizationID) throws -> Set<AccountID> {
        try Set(
            transaction.values(
                """
                SELECT account_id FROM group_member
                WHERE organization_id = \(organization) AND name IN (\(groups.all))
                """))
    }

    /// Puts a member into a group. Has no effect on a member of the group.
    package func add(_ account: AccountID, to name: String, in organization: OrganizationID) throws {
        try transaction.execute(
            """
            INSERT INTO group_member (account_id, organization_id, name) VALUES (\(account), \(organization), \(name))
            ON CONFLICT (account_id, organization_id, name) DO NOTHING
            """)
    }

    /// Takes a member out of a group.
    package func remove(_ account: AccountID, from name: String, in organization: OrganizationID) throws {
        try transaction.execute(
            """
            DELETE FROM group_member
            WHERE account_id = \(account) AND organization_id = \(organization) AND name = \(name)
            """)
    }

    /// Takes an account out of all groups of an organization, before its membership ends.
    func removeAll(of account: AccountID, in organization: OrganizationID) throws {
        try transaction.execute(
            "DELETE FROM group_member WHERE account_id = \(account) AND organization_id = \(organization)")
    }
}
