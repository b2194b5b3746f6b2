/// Migration 22: refresh tokens, and the end of a lasting access from the first `start` to the code.
extension Schema {
    static let offlineAccess: [Definition] = [
        "ALTER TABLE process ADD COLUMN offline_until \(.integer)",
        "ALTER TABLE authorization_code ADD COLUMN offline_until \(.integer)",
        "ALTER TABLE access_token ADD COLUMN withheld_scope \(.text) NOT NULL DEFAULT ''",
        // One for each session, since a confirmation by a device is redeemed once.
        """
        CREATE TABLE refresh_token (
            family_hash \(.bytes) PRIMARY KEY, hash \(.bytes) NOT NULL, code_hash \(.bytes) NOT NULL,
            session_id \(.bytes) NOT NULL UNIQUE, service_id \(.text) NOT NULL,
            account_id \(.text) NOT NULL REFERENCES account (id), activation_id \(.bytes) NOT NULL,
            mapping_id \(.text) NOT NULL, role_name \(.text) NOT NULL, factors \(.text) NOT NULL,
            authenticated_at \(.integer) NOT NULL, scope \(.text) NOT NULL, dpop_thumbprint \(.text),
            offline_until \(.integer) NOT NULL, last_used_at \(.integer) NOT NULL, expires_at \(.integer) NOT NULL
        ) \(.byInsertion)
        """,
        "CREATE INDEX refresh_token_by_account ON refresh_token (account_id)",
        "CREATE INDEX refresh_token_by_activation ON refresh_token (activation_id)",
        "CREATE INDEX refresh_token_by_expiry ON refresh_token (expires_at)",
    ]
}
