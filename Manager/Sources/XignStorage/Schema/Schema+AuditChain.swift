/// The chain of the audit log. Housekeeping adds the links some time after the events, so that no login writes more.
///
/// `audit_chain` has one row: the end of the chain, and the lease of the manager that adds to it.
extension Schema {
    static let auditChain: [Definition] = [
        """
        CREATE TABLE audit_link (
            position \(.integer) PRIMARY KEY, audit_id \(.bytes) NOT NULL UNIQUE, network_salt \(.bytes),
            network_digest \(.bytes), digest \(.bytes) NOT NULL, link \(.bytes) NOT NULL
        ) \(.byInsertion)
        """,
        """
        CREATE TABLE audit_chain (
            id \(.integer) PRIMARY KEY, sealed_state \(.bytes) NOT NULL, lease_owner \(.bytes),
            lease_until \(.integer)
        ) \(.byInsertion)
        """,
    ]
}
