/// Migration 13: languages, browser sessions, and the history of an account.
extension Schema {
    static let accountPages: [Definition] =
        browserSessionTables + historyTables + [
            "ALTER TABLE account ADD COLUMN language \(.text)",
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

    /// Filled in batches, some minutes after the events: an index by account would make each login write much more.
    private static let historyTables: [Definition] = [
        """
        CREATE TABLE audit_subject (
            subject \(.text) NOT NULL, audit_id \(.bytes) NOT NULL, PRIMARY KEY (subject, audit_id)
        ) \(.byKey)
        """,
        """
        CREATE TABLE website_use (
            account_id \(.text) NOT NULL REFERENCES account (id), service_id \(.text) NOT NULL REFERENCES service (id),
            first_at \(.integer) NOT NULL, last_at \(.integer) NOT NULL, received \(.text) NOT NULL,
            withdrawn_at \(.integer), PRIMARY KEY (account_id, service_id)
        ) \(.byKey)
        """,
    ]
}
