/// Migration 12: logins in a service's own app.
///
/// The table of codes becomes a new one, since SQLite cannot make a column nullable. Codes that are valid are copied.
extension Schema {
    static let inAppLogins: [Definition] = [
        "ALTER TABLE service ADD COLUMN \(.boolean("allows_in_app")) NOT NULL DEFAULT FALSE",
        """
        CREATE TABLE new_authorization_code (
            hash \(.bytes) PRIMARY KEY, session_id \(.bytes) NOT NULL, service_id \(.text) NOT NULL,
            account_id \(.text) NOT NULL, activation_id \(.bytes) NOT NULL, mapping_id \(.text) NOT NULL,
            role_name \(.text) NOT NULL, factors \(.text) NOT NULL, redirect_uri \(.text), scope \(.text) NOT NULL,
            nonce \(.text), code_challenge \(.text), authenticated_at \(.integer) NOT NULL, expires_at \(.integer) NOT NULL,
            redeemed_at \(.integer)
        ) \(.byInsertion)
        """,
        """
        INSERT INTO new_authorization_code (hash, session_id, service_id, account_id, activation_id, mapping_id, role_name,
            factors, redirect_uri, scope, nonce, code_challenge, authenticated_at, expires_at, redeemed_at)
        SELECT hash, session_id, service_id, account_id, activation_id, mapping_id, role_name, factors, redirect_uri, scope,
            nonce, code_challenge, authenticated_at, expires_at, redeemed_at FROM authorization_code
        """,
        "DROP TABLE authorization_code",
        "ALTER TABLE new_authorization_code RENAME TO authorization_code",
        "CREATE INDEX authorization_code_by_session ON authorization_code (session_id)",
        "CREATE INDEX authorization_code_by_expiry ON authorization_code (expires_at)",
    ]
}
