/// Migration 14: administrators, their acts, and the lists of the console.
extension Schema {
    static let console: [Definition] =
        administrationTables + [
            "ALTER TABLE browser_session ADD COLUMN surface \(.text) NOT NULL DEFAULT 'account'",
            // Filled by `Accounts.addPublicIDs`.
            "ALTER TABLE account ADD COLUMN public_id \(.bytes)",
            "CREATE UNIQUE INDEX account_by_public_id ON account (public_id)",
            "ALTER TABLE account ADD COLUMN \(.boolean("is_active_declared"))",
            "ALTER TABLE activation ADD COLUMN unlocks \(.integer) NOT NULL DEFAULT 0",
            "ALTER TABLE notice ADD COLUMN browser_session_id \(.bytes)",
            "ALTER TABLE audit ADD COLUMN operator_account_id \(.text)",
            "ALTER TABLE audit ADD COLUMN approval_id \(.bytes)",
            "ALTER TABLE audit ADD COLUMN network \(.text)",
        ]

    private static let administrationTables: [Definition] = [
        // The scope is the id of an organization, or empty for the manager. It refers to no table, since it can be
        // empty: the removal of an organization removes its grants.
        """
        CREATE TABLE administrator_grant (
            account_id \(.text) NOT NULL REFERENCES account (id), scope \(.text) NOT NULL,
            sealed_role \(.bytes) NOT NULL, granted_by \(.text) NOT NULL, granted_at \(.integer) NOT NULL,
            \(.boolean("is_declared")) NOT NULL,
            PRIMARY KEY (account_id, scope)
        ) \(.byKey)
        """,
        "CREATE INDEX administrator_grant_by_scope ON administrator_grant (scope, account_id)",
        """
        CREATE TABLE pending_act (
            id \(.bytes) PRIMARY KEY, account_id \(.text) NOT NULL REFERENCES account (id),
            process_id \(.bytes) NOT NULL, sealed_act \(.bytes) NOT NULL, created_at \(.integer) NOT NULL
        ) \(.byInsertion)
        """,
        "CREATE INDEX pending_act_by_creation ON pending_act (created_at)",
        "CREATE INDEX pending_act_by_account ON pending_act (account_id)",
    ]
}
