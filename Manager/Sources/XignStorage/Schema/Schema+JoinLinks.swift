/// Migration 33: join links, and invitations that a link or the open registration has made.
///
/// `invitation` becomes a new table, since SQLite cannot make a column nullable. A row with a link is the place of that
/// link which waits for its device.
extension Schema {
    static let joinLinks: [Definition] = [
        """
        CREATE TABLE join_link (
            id \(.bytes) PRIMARY KEY, lookup \(.bytes) NOT NULL UNIQUE, sealed_terms \(.bytes) NOT NULL,
            organization_id \(.text) NOT NULL REFERENCES organization (id), roles \(.text) NOT NULL,
            language \(.text), places \(.integer) NOT NULL, taken \(.integer) NOT NULL, tries \(.integer) NOT NULL,
            tried_on \(.integer) NOT NULL, created_at \(.integer) NOT NULL, expires_at \(.integer) NOT NULL,
            withdrawn_at \(.integer), made_by \(.text) NOT NULL
        ) \(.byInsertion)
        """,
        "CREATE INDEX join_link_by_expiry ON join_link (expires_at)",
        """
        CREATE TABLE new_invitation (
            activation_id \(.bytes) PRIMARY KEY REFERENCES activation (id),
            organization_id \(.text) REFERENCES organization (id), sealed_address \(.bytes), roles \(.text) NOT NULL,
            \(.boolean("made_account")) NOT NULL, named_account_id \(.text),
            link_id \(.bytes) REFERENCES join_link (id)
        ) \(.byInsertion)
        """,
        """
        INSERT INTO new_invitation
            (activation_id, organization_id, sealed_address, roles, made_account, named_account_id)
        SELECT activation_id, organization_id, sealed_address, roles, made_account, named_account_id FROM invitation
        """,
        "DROP TABLE invitation",
        "ALTER TABLE new_invitation RENAME TO invitation",
        "CREATE INDEX invitation_by_link ON invitation (link_id) WHERE link_id IS NOT NULL",
    ]
}
