/// Migration 32: recovery codes, and the recoveries that were begun with them.
extension Schema {
    static let recoveries: [Definition] = [
        // The sealed terms hold all of a row. The other columns are for lookups, and are compared with them. The last
        // four are null where no recovery was begun.
        """
        CREATE TABLE recovery (
            account_id \(.text) PRIMARY KEY REFERENCES account (id), code_hash \(.bytes) NOT NULL UNIQUE,
            made_at \(.integer) NOT NULL, id \(.bytes) UNIQUE, begun_at \(.integer), ready_at \(.integer),
            activation_id \(.bytes), sealed_terms \(.bytes) NOT NULL
        ) \(.byKey)
        """
    ]
}
