/// Migration 35: logins that one browser shares at the websites of an organization.
extension Schema {
    static let sharedLogins: [Definition] = [
        """
        CREATE TABLE shared_login (
            session_id \(.bytes) PRIMARY KEY, organization_id \(.text) NOT NULL REFERENCES organization (id),
            account_id \(.text) NOT NULL REFERENCES account (id),
            activation_id \(.bytes) NOT NULL REFERENCES activation (id), factors \(.text) NOT NULL,
            authenticated_at \(.integer) NOT NULL, cookie_hash \(.bytes) NOT NULL UNIQUE, network \(.text),
            browser_kind \(.text), created_at \(.integer) NOT NULL, expires_at \(.integer) NOT NULL,
            last_used_at \(.integer) NOT NULL
        ) \(.byInsertion)
        """,
        "CREATE INDEX shared_login_by_account ON shared_login (account_id)",
        "CREATE INDEX shared_login_by_activation ON shared_login (activation_id)",
        "CREATE INDEX shared_login_by_expiry ON shared_login (expires_at)",
        // Null for a login that is remembered at one website alone.
        "ALTER TABLE remembered_login ADD COLUMN shared_id \(.bytes)",
        "ALTER TABLE remembered_login ADD COLUMN consent_id \(.bytes)",
        "CREATE UNIQUE INDEX remembered_login_by_share ON remembered_login (shared_id, service_id)",
        "CREATE INDEX remembered_login_by_consent ON remembered_login (consent_id)",
        // True after the end of the consent that the statement gave. Null otherwise.
        "ALTER TABLE evidence ADD COLUMN \(.boolean("is_consent_ended"))",
        // In place of the index by activation alone: each login writes evidence.
        "CREATE INDEX evidence_by_service ON evidence (activation_id, service_id, at)",
        "DROP INDEX evidence_by_activation",
        "ALTER TABLE browser_request ADD COLUMN browser_kind \(.text)",
        "ALTER TABLE browser_request ADD COLUMN network \(.text)",
    ]
}
