/// Migration 13: languages, browser sessions, and the history of an account.
extension Schema {
    static let accountPages: [Definition] =
        browserSessionTables + historyTables + [
            "ALTER TABLE account ADD COLUMN language \(.text)",
            "ALTER TABLE activation ADD COLUMN last_used_at \(.integer)",
            "ALTER TABLE service ADD COLUMN website \(.text)",
            "ALTER TABLE browser_request ADD COLUMN language \(.text)",
        ]

    private static let browserSessionTables: [Definition] = [
        """
        CREATE TABLE browser_session (
            id \(.bytes) PRIMARY KEY, cookie_hash \(.bytes) NOT NULL UNIQUE,
            account_id \(.text) NOT NULL REFERENCES account (id),
            activation_id \(.bytes) NOT NULL REFERENCES activation (id), network \(.text),
            created_at \(.integer) NOT NULL, last_seen \(.integer) NOT NULL
        ) \(.byInsertion)
        """,
        "CREATE INDEX browser_session_by_account ON browser_session (account_id)",
        "CREATE INDEX browser_session_by_activation ON browser_session (activation_id)",
        "CREATE INDEX browser_session_by_creation ON browser_session (created_at)",
    ]

    /// Filled in batches, a minute or two after the events: an index of the audit log by account would make each login
    /// write much more.
    private static let historyTables: [Definition] = [
        """
        CREATE TABLE account_history (
            account_id \(.text) NOT NULL REFERENCES account (id), topic \(.text) NOT NULL, audit_id \(.bytes) NOT NULL,
            PRIMARY KEY (account_id, topic, audit_id)
        ) \(.byKey)
        """,
        """
        CREATE TABLE website_use (
            account_id \(.text) NOT NULL REFERENCES account (id), service_id \(.text) NOT NULL REFERENCES service (id),
            first_at \(.integer) NOT NULL, last_at \(.integer) NOT NULL, last_login \(.bytes) NOT NULL,
            withdrawn_at \(.integer), PRIMARY KEY (account_id, service_id)
        ) \(.byKey)
        """,
        "ALTER TABLE evidence ADD COLUMN disowned_at \(.integer)",
    ]
}
