/// Migration 20: values that count once, pushed authorization requests, and the keys to which codes and tokens are
/// bound.
extension Schema {
    static let highSecurity: [Definition] = [
        """
        CREATE TABLE one_time_value (
            hash \(.bytes) PRIMARY KEY, expires_at \(.integer) NOT NULL
        ) \(.byKey)
        """,
        "CREATE INDEX one_time_value_by_expiry ON one_time_value (expires_at)",
        """
        CREATE TABLE pushed_request (
            hash \(.bytes) PRIMARY KEY, service_id \(.text) NOT NULL REFERENCES service (id),
            sealed_parameters \(.bytes) NOT NULL, expires_at \(.integer) NOT NULL
        ) \(.byKey)
        """,
        "CREATE INDEX pushed_request_by_expiry ON pushed_request (expires_at)",
        "ALTER TABLE browser_request ADD COLUMN pushed_request \(.bytes)",
        """
        CREATE INDEX browser_request_by_pushed_request ON browser_request (pushed_request)
            WHERE pushed_request IS NOT NULL
        """,
        "ALTER TABLE process ADD COLUMN dpop_thumbprint \(.text)",
        "ALTER TABLE authorization_code ADD COLUMN dpop_thumbprint \(.text)",
        "ALTER TABLE access_token ADD COLUMN dpop_thumbprint \(.text)",
    ]
}
