/// Migration 36: the values of declared attributes, and the names of accounts at services. The attributes themselves
/// are in the policy.
extension Schema {
    static let declaredAttributes: [Definition] = [
        """
        CREATE TABLE declared_value (
            id \(.bytes) PRIMARY KEY, account_id \(.text) NOT NULL REFERENCES account (id), attribute \(.text) NOT NULL,
            sealed_value \(.bytes) NOT NULL, UNIQUE (account_id, attribute)
        ) \(.byKey)
        """,
        "CREATE INDEX declared_value_by_attribute ON declared_value (attribute)",
        """
        CREATE TABLE account_name (
            account_id \(.text) NOT NULL REFERENCES account (id), service_id \(.text) NOT NULL REFERENCES service (id),
            name \(.text) NOT NULL, name_key \(.text) NOT NULL, PRIMARY KEY (account_id, service_id),
            UNIQUE (service_id, name_key)
        ) \(.byKey)
        """,
    ]
}
