import XignCrypto

/// Migration 10: utility processes, their grants, notices to devices, and the removal of accounts.
///
/// Processes under way and evidence are copied. `process` and `evidence` become new tables, since SQLite cannot make a
/// column nullable.
extension Schema {
    static let utilityProcesses: [Definition] =
        processTables + evidenceTables + grantTables + noticeTables + [
            "ALTER TABLE activation ADD COLUMN platform \(.text)",
            "ALTER TABLE activation ADD COLUMN key_store \(.text)",
            "ALTER TABLE activation ADD COLUMN sealed_enrolment \(.bytes)",
            "ALTER TABLE activation ADD COLUMN issued_by \(.bytes)",
            "ALTER TABLE activation ADD COLUMN cool_until \(.integer)",
            """
            CREATE TABLE invitation (
                activation_id \(.bytes) PRIMARY KEY REFERENCES activation (id),
                organization_id \(.text) NOT NULL REFERENCES organization (id), sealed_address \(.bytes) NOT NULL,
                roles \(.text) NOT NULL, \(.boolean("made_account")) NOT NULL, named_account_id \(.text)
            ) \(.byInsertion)
            """,
            "ALTER TABLE role ADD COLUMN platforms \(.text)",
            "ALTER TABLE role ADD COLUMN channels \(.text)",
            "ALTER TABLE audit ADD COLUMN operator_name \(.text)",
            // The log outlives accounts, and these details had users' names.
            """
            UPDATE audit SET detail = NULL WHERE account_id IS NOT NULL
                AND kind IN ('accountCreated', 'accountEnabled', 'accountDisabled', 'attributesChanged', 'configurationApplied')
            """,
        ]

    /// The columns of a login are null for a utility process, and the other way round. The index leaves logins out,
    /// which are not bound to a device.
    private static let processTables: [Definition] = [
        """
        CREATE TABLE new_process (
            id \(.bytes) PRIMARY KEY, goal \(.text) NOT NULL, channel \(.text) NOT NULL, phase \(.text) NOT NULL,
            created_at \(.integer) NOT NULL, expires_at \(.integer) NOT NULL, corrections \(.integer) NOT NULL,
            bound_activation_id \(.bytes), claim_hash \(.bytes), sealed_goal \(.bytes),
            service_id \(.text) REFERENCES service (id), service_origin \(.text), scope \(.text), nonce \(.text),
            code_challenge \(.text), claims \(.text), required_account_id \(.text), required_context_classes \(.text),
            activation_id \(.bytes), token_hash \(.bytes), role_id \(.text), statement \(.bytes),
            sealed_statement \(.bytes), decline_reason \(.text), factors \(.text), authenticated_at \(.integer),
            failures_before \(.integer), return_hash \(.bytes), codes \(.integer)
        ) \(.byInsertion)
        """,
        """
        INSERT INTO new_process (id, goal, channel, phase, created_at, expires_at, corrections, service_id, service_origin,
            scope, nonce, code_challenge, claims, required_account_id, required_context_classes, activation_id, token_hash,
            role_id, statement, decline_reason, factors, authenticated_at, failures_before, return_hash, codes)
        SELECT id, goal, channel, phase, created_at, expires_at, corrections, service_id, service_origin, scope, nonce,
            code_challenge, claims, required_account_id, required_context_classes, activation_id, token_hash, role_id,
            statement, decline_reason, factors, authenticated_at, failures_before, return_hash, codes FROM process
        """,
        """
        CREATE TABLE new_browser_request (
            process_id \(.bytes) PRIMARY KEY REFERENCES new_process (id) ON DELETE CASCADE, redirect_uri \(.text) NOT NULL,
            state \(.text), cookie_hash \(.bytes) NOT NULL
        ) \(.byInsertion)
        """,
        """
        INSERT INTO new_browser_request (process_id, redirect_uri, state, cookie_hash)
        SELECT process_id, redirect_uri, state, cookie_hash FROM browser_request
        """,
        // The reference goes first: to drop `process` would remove the rows that refer to it.
        "DROP TABLE browser_request",
        "DROP TABLE process",
        "ALTER TABLE new_process RENAME TO process",
        "ALTER TABLE new_browser_request RENAME TO browser_request",
        "CREATE INDEX process_by_expiry ON process (expires_at)",
        """
        CREATE INDEX process_by_bound_activation ON process (bound_activation_id)
        WHERE bound_activation_id IS NOT NULL
        """,
    ]

    /// After the removal of an account the hash is left alone. Until `addStatementHashes` has run, it is the statement.
    private static let evidenceTables: [Definition] = [
        """
        CREATE TABLE new_evidence (
            session_id \(.bytes) PRIMARY KEY, activation_id \(.bytes) NOT NULL, service_id \(.text) NOT NULL,
            at \(.integer) NOT NULL, statement_hash \(.bytes) NOT NULL, statement \(.bytes), sealed_statement \(.bytes),
            sealed_consent \(.bytes)
        ) \(.byInsertion)
        """,
        """
        INSERT INTO new_evidence (session_id, activation_id, service_id, at, statement_hash, statement, sealed_consent)
        SELECT session_id, activation_id, service_id, at, statement, statement, sealed_consent FROM evidence
        """,
        "DROP TABLE evidence",
        "ALTER TABLE new_evidence RENAME TO evidence",
        "CREATE INDEX evidence_by_activation ON evidence (activation_id)",
        """
        CREATE TABLE key_change (
            grant_hash \(.bytes) PRIMARY KEY, activation_id \(.bytes) NOT NULL, at \(.integer) NOT NULL,
            sealed_statement \(.bytes) NOT NULL
        ) \(.byInsertion)
        """,
        "CREATE INDEX key_change_by_activation ON key_change (activation_id)",
    ]

    /// A grant outlives its activation, so it refers to no row.
    private static let grantTables: [Definition] = [
        """
        CREATE TABLE utility_grant (
            hash \(.bytes) PRIMARY KEY, activation_id \(.bytes) NOT NULL, purpose \(.text) NOT NULL, factor \(.text),
            consent_hash \(.bytes) NOT NULL, expires_at \(.integer) NOT NULL, spent_body \(.bytes), outcome \(.text),
            done_until \(.integer)
        ) \(.byInsertion)
        """,
        "CREATE INDEX utility_grant_by_activation ON utility_grant (activation_id)",
        "CREATE INDEX utility_grant_by_expiry ON utility_grant (expires_at)",
    ]

    /// The numbers of an account's notices go on after old ones were removed, hence their own table.
    private static let noticeTables: [Definition] = [
        """
        CREATE TABLE notice_number (
            account_id \(.text) PRIMARY KEY REFERENCES account (id), last \(.integer) NOT NULL
        ) \(.byKey)
        """,
        """
        CREATE TABLE notice (
            account_id \(.text) NOT NULL REFERENCES account (id), number \(.integer) NOT NULL, kind \(.text) NOT NULL,
            at \(.integer) NOT NULL, actor_id \(.bytes), device \(.text), PRIMARY KEY (account_id, number)
        ) \(.byKey)
        """,
        "CREATE INDEX notice_by_time ON notice (at)",
        """
        CREATE TABLE outbox (
            id \(.bytes) PRIMARY KEY, sealed_payload \(.bytes) NOT NULL, created_at \(.integer) NOT NULL,
            attempts \(.integer) NOT NULL, next_attempt_at \(.integer) NOT NULL
        ) \(.byInsertion)
        """,
        "CREATE INDEX outbox_by_attempt ON outbox (next_attempt_at)",
        "CREATE INDEX outbox_by_time ON outbox (created_at)",
    ]

    /// Replaces the statements that stand in the column of hashes by their SHA-256.
    static func addStatementHashes(_ transaction: any Transaction) throws {
        var last: [UInt8] = []
        while true {
            let rows = try transaction.rows(
                "SELECT session_id, statement FROM evidence WHERE session_id > \(last) ORDER BY session_id LIMIT \(500)"
            )
            guard let end = rows.last else { return }
            for row in rows {
                let (session, statement): ([UInt8], [UInt8]) = (try row("session_id"), try row("statement"))
                try transaction.execute(
                    "UPDATE evidence SET statement_hash = \(Array(SHA256.hash(data: statement))) WHERE session_id = \(session)"
                )
            }
            last = try end("session_id")
        }
    }
}
