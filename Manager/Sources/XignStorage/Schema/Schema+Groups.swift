/// Migration 34: the groups of members. The groups that an organization has are in its document.
extension Schema {
    static let groups: [Definition] = [
        """
        CREATE TABLE group_member (
            account_id \(.text) NOT NULL, organization_id \(.text) NOT NULL, name \(.text) NOT NULL,
            PRIMARY KEY (account_id, organization_id, name),
            FOREIGN KEY (account_id, organization_id) REFERENCES membership (account_id, organization_id)
        ) \(.byKey)
        """,
        "CREATE INDEX group_member_by_group ON group_member (organization_id, name)",
    ]
}
