/// Migration 21: ID token keys that are published before they sign, and remembered after that.
extension Schema {
    static let idTokenKeys: [Definition] = [
        "ALTER TABLE signing_key ADD COLUMN signs_from \(.integer) NOT NULL DEFAULT 0",
        "UPDATE signing_key SET signs_from = created_at",
        """
        CREATE TABLE retired_id_token_key (
            id \(.text) PRIMARY KEY, sealed_public_key \(.bytes) NOT NULL, retired_at \(.integer) NOT NULL
        ) \(.byKey)
        """,
    ]
}
