/// Migration 17: access tokens with the whole of their confirmed login, which they are found by.
///
/// The table becomes a new one, since SQLite cannot add a column without a default. Tokens that are valid are copied.
extension Schema {
    static let confirmedLogins: [Definition] = [
        """
        CREATE TABLE new_access_token (
            hash \(.bytes) PRIMARY KEY, code_hash \(.bytes) NOT NULL, session_id \(.bytes) NOT NULL,
            service_id \(.text) NOT NULL, account_id \(.text) NOT NULL, activation_id \(.bytes) NOT NULL,
            mapping_id \(.text) NOT NULL, role_name \(.text) NOT NULL, factors \(.text) NOT NULL,
            authenticated_at \(.integer) NOT NULL, scope \(.text) NOT NULL, expires_at \(.integer) NOT NULL
        ) \(.byInsertion)
        """,
        """
        INSERT INTO new_access_token (hash, code_hash, session_id, service_id, account_id, activation_id, mapping_id,
            role_name, factors, authenticated_at, scope, expires_at)
        SELECT t.hash, t.code_hash, c.session_id, t.service_id, t.account_id, t.activation_id, t.mapping_id,
            c.role_name, c.factors, c.authenticated_at, t.scope, t.expires_at
        FROM access_token t JOIN authorization_code c ON c.hash = t.code_hash
        """,
        "DROP TABLE access_token",
        "ALTER TABLE new_access_token RENAME TO access_token",
        "CREATE INDEX access_token_by_session ON access_token (session_id)",
        "CREATE INDEX access_token_by_expiry ON access_token (expires_at)",
    ]
}
