/// Migration 19: logins that browsers remember.
extension Schema {
    static let rememberedLogins: [Definition] = [
        """
        CREATE TABLE remembered_login (
            session_id \(.bytes) PRIMARY KEY, service_id \(.text) NOT NULL REFERENCES service (id),
            account_id \(.text) NOT NULL REFERENCES account (id),
            activation_id \(.bytes) NOT NULL REFERENCES activation (id), mapping_id \(.text) NOT NULL,
            role_name \(.text) NOT NULL, factors \(.text) NOT NULL, authenticated_at \(.integer) NOT NULL,
            role_id \(.text) NOT NULL, cookie_hash \(.bytes) NOT NULL UNIQUE, service_origin \(.text) NOT NULL,
            scope \(.text) NOT NULL, claims \(.text) NOT NULL, policy_version \(.integer) NOT NULL, network \(.text),
            created_at \(.integer) NOT NULL, expires_at \(.integer) NOT NULL, last_used_at \(.integer) NOT NULL
        ) \(.byInsertion)
        """,
        "CREATE INDEX remembered_login_by_account ON remembered_login (account_id)",
        "CREATE INDEX remembered_login_by_activation ON remembered_login (activation_id)",
        "CREATE INDEX remembered_login_by_expiry ON remembered_login (expires_at)",
        // Null for a login from before this migration, whose page has no tick.
        "ALTER TABLE browser_request ADD COLUMN \(.boolean("remembers_login"))",
    ]
}
