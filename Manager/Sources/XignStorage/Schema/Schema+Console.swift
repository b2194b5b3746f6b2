/// Migration 14: administrators, their acts, and the lists of the console.
extension Schema {
    static let console: [Definition] =
        administrationTables + lists + auditTables + [
            "ALTER TABLE browser_session ADD COLUMN surface \(.text) NOT NULL DEFAULT 'account'",
            // Filled by `Accounts.addListColumns`.
            "ALTER TABLE account ADD COLUMN public_id \(.bytes)",
            "CREATE UNIQUE INDEX account_by_public_id ON account (public_id)",
            "ALTER TABLE account ADD COLUMN \(.boolean("is_active_declared"))",
            "ALTER TABLE activation ADD COLUMN unlocks \(.integer) NOT NULL DEFAULT 0",
            "ALTER TABLE notice ADD COLUMN browser_session_id \(.bytes)",
        ]

    private static let auditTables: [Definition] = [
        "ALTER TABLE audit ADD COLUMN operator_account_id \(.text)",
        "ALTER TABLE audit ADD COLUMN organization_id \(.text)",
        "ALTER TABLE audit ADD COLUMN approval_id \(.bytes)",
        "ALTER TABLE audit ADD COLUMN network \(.text)",
        // Filled in batches, as `account_history` is. Both begin anew under another name of their place, since the
        // former events have no subjects yet.
        """
        CREATE TABLE audit_subject (
            subject \(.text) NOT NULL, audit_id \(.bytes) NOT NULL, PRIMARY KEY (subject, audit_id)
        ) \(.byKey)
        """,
        "DELETE FROM setting WHERE name = 'historyIndexedUntil'",
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

    /// The columns and indexes by which the lists of the console find their pages, in databases of any size.
    private static let lists: [Definition] = [
        // Bytes, since PostgreSQL compares text by the locale of its database. Filled by `Accounts.addListColumns`.
        "ALTER TABLE account ADD COLUMN sort_key \(.bytes)",
        "CREATE UNIQUE INDEX account_by_sort_key ON account (sort_key)",
        // Filled by housekeeping (`IndexAddresses`); the second index has the rows that are left to do.
        "ALTER TABLE attribute_value ADD COLUMN lookup \(.bytes)",
        """
        CREATE INDEX attribute_value_by_lookup ON attribute_value (lookup, is_verified, id)
        WHERE lookup IS NOT NULL
        """,
        """
        CREATE INDEX attribute_value_without_lookup ON attribute_value (id)
        WHERE attribute = 'email' AND lookup IS NULL
        """,
        // A login after a success changes no row of the next two indexes.
        """
        CREATE INDEX activation_locked_for_a_time ON activation (locked_until, id)
        WHERE locked_until IS NOT NULL AND NOT is_locked_for_good AND state = 'active'
        """,
        """
        CREATE INDEX activation_locked_for_good ON activation (locked_until, id)
        WHERE is_locked_for_good AND state = 'active'
        """,
        // A device that its person had locked had no moment.
        """
        UPDATE activation SET locked_until = COALESCE(last_used_at, personalized_at, created_at)
        WHERE is_locked_for_good AND locked_until IS NULL
        """,
        "CREATE INDEX service_by_organization ON service (organization_id)",
    ]
}
