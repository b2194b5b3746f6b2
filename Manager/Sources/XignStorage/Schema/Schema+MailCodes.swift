/// Migration 31: codes that were mailed, and who has verified an attribute value.
extension Schema {
    static let mailCodes: [Definition] = [
        // Account, purpose, address, network and time are columns for lookups and limits. The sealed terms have them.
        // The row of a removed account keeps no terms, and counts until its day is over.
        """
        CREATE TABLE mail_code (
            id \(.bytes) PRIMARY KEY, account_id \(.text) REFERENCES account (id), purpose \(.text) NOT NULL,
            address_lookup \(.bytes) NOT NULL, network_hash \(.bytes) NOT NULL, sent \(.integer) NOT NULL,
            sent_at \(.integer) NOT NULL, sealed_terms \(.bytes)
        ) \(.byInsertion)
        """,
        "CREATE INDEX mail_code_by_account ON mail_code (account_id)",
        "CREATE INDEX mail_code_by_address ON mail_code (address_lookup)",
        "CREATE INDEX mail_code_by_mail ON mail_code (sent_at)",
        // Null for a value that nobody has verified, and for one from before this migration, which an operator has.
        "ALTER TABLE attribute_value ADD COLUMN verified_by \(.text)",
    ]
}
