/// The schema as a list of migrations. A released migration is never changed; a change of the schema is one more
/// migration.
///
/// Public ids (activations, sessions, clients, mapping ids) are random. Bearer values are stored only as SHA-256.
/// Columns with values that the vault has sealed are called `sealed_...`.
package enum Schema {
    package static let migrations: [Migration] = [
        Migration(1, directory + activations + sessions + keys), Migration(2, returnToBrowser),
        Migration(3, attributes), Migration(4, withoutChangeTimes), Migration(5, withoutTestsOfPINs),
        Migration(6, countOfCodes),
        Migration(7, uniqueUserNames, fill: Accounts.addKeys),
        Migration(8, loginRequirements), Migration(9, processes),
        Migration(10, utilityProcesses, fill: addStatementHashes), Migration(11, securityRequirements),
        Migration(12, inAppLogins), Migration(13, accountPages),
        Migration(14, console, fill: Accounts.addListColumns), Migration(15, pairing),
        Migration(16, clients), Migration(17, confirmedLogins), Migration(18, browserRequests),
        Migration(19, rememberedLogins), Migration(20, highSecurity),
        Migration(21, idTokenKeys), Migration(22, offlineAccess),
        Migration(23, outboxKinds), Migration(24, auditChain),
        Migration(25, memberIDs, fill: Organizations.addMemberIDs),
        // The rule of `UserName.key` has changed.
        Migration(26, [], fill: Accounts.renewKeys), Migration(27, [], fill: Declarations.replaceToken),
        Migration(28, documents, fill: FormerRow.fillDocuments), Migration(29, withoutDeclaredColumns),
        Migration(30, browserKinds), Migration(31, mailCodes), Migration(32, recoveries),
        Migration(33, joinLinks), Migration(34, groups),
        Migration(35, sharedLogins), Migration(36, declaredAttributes),
    ]

    private static let directory: [Definition] = [
        """
        CREATE TABLE organization (
            id \(.text) PRIMARY KEY, name \(.text) NOT NULL UNIQUE, website \(.text), address \(.text), description \(.text)
        ) \(.byInsertion)
        """,
        """
        CREATE TABLE service (
            id \(.text) PRIMARY KEY, organization_id \(.text) NOT NULL REFERENCES organization (id),
            name \(.text) NOT NULL UNIQUE, display_name \(.text) NOT NULL, description \(.text),
            redirect_uris \(.text) NOT NULL, signing_algorithm \(.text) NOT NULL, proof_key \(.text) NOT NULL,
            secret_hash \(.bytes), sealed_secret \(.bytes), \(.boolean("is_active")) NOT NULL, session_seconds \(.integer) NOT NULL,
            policy_version \(.integer) NOT NULL
        ) \(.byInsertion)
        """,
        """
        CREATE TABLE role (
            id \(.text) PRIMARY KEY, service_id \(.text) NOT NULL REFERENCES service (id), name \(.text) NOT NULL,
            alternatives \(.text) NOT NULL, \(.boolean("is_default")) NOT NULL, UNIQUE (service_id, name)
        ) \(.byInsertion)
        """,
        """
        CREATE TABLE account (
            id \(.text) PRIMARY KEY, name \(.text) NOT NULL UNIQUE, \(.boolean("is_active")) NOT NULL,
            created_at \(.integer) NOT NULL
        ) \(.byKey)
        """,
        """
        CREATE TABLE membership (
            account_id \(.text) NOT NULL REFERENCES account (id),
            organization_id \(.text) NOT NULL REFERENCES organization (id), PRIMARY KEY (account_id, organization_id)
        ) \(.byKey)
        """,
        """
        CREATE TABLE role_assignment (
            account_id \(.text) NOT NULL REFERENCES account (id), role_id \(.text) NOT NULL REFERENCES role (id),
            PRIMARY KEY (account_id, role_id)
        ) \(.byKey)
        """,
        """
        CREATE TABLE mapping (
            account_id \(.text) NOT NULL REFERENCES account (id), service_id \(.text) NOT NULL REFERENCES service (id),
            mapping_id \(.text) NOT NULL UNIQUE, PRIMARY KEY (account_id, service_id)
        ) \(.byKey)
        """,
    ]

    private static let activations: [Definition] = [
        """
        CREATE TABLE activation (
            id \(.bytes) PRIMARY KEY, account_id \(.text) NOT NULL REFERENCES account (id), state \(.text) NOT NULL,
            kind \(.text) NOT NULL, pin_origin \(.text) NOT NULL, secret_hash \(.bytes) NOT NULL,
            sealed_pin_proof_hash \(.bytes), created_at \(.integer) NOT NULL, expires_at \(.integer) NOT NULL,
            personalized_at \(.integer), wrong_pins \(.integer) NOT NULL, alias \(.text) NOT NULL,
            pin_failures \(.integer) NOT NULL, otp_failures \(.integer) NOT NULL, other_failures \(.integer) NOT NULL,
            locked_until \(.integer), \(.boolean("is_locked_for_good")) NOT NULL, attempts \(.integer) NOT NULL
        ) \(.byInsertion)
        """,
        "CREATE INDEX activation_by_account ON activation (account_id)",
        "CREATE INDEX activation_pending_by_expiry ON activation (expires_at) WHERE sealed_pin_proof_hash IS NOT NULL",
        """
        CREATE TABLE failure (
            activation_id \(.bytes) NOT NULL REFERENCES activation (id), attempt \(.integer) NOT NULL, at \(.integer) NOT NULL,
            PRIMARY KEY (activation_id, attempt)
        ) \(.byKey)
        """,
        """
        CREATE TABLE factor (
            activation_id \(.bytes) NOT NULL REFERENCES activation (id), factor \(.text) NOT NULL,
            sealed_public_key \(.bytes) NOT NULL, fingerprint \(.bytes) NOT NULL UNIQUE,
            PRIMARY KEY (activation_id, factor)
        ) \(.byKey)
        """,
        """
        CREATE TABLE open_token (
            hash \(.bytes) PRIMARY KEY, activation_id \(.bytes) NOT NULL REFERENCES activation (id),
            challenge \(.bytes) NOT NULL, expires_at \(.integer) NOT NULL
        ) \(.byInsertion)
        """,
        "CREATE INDEX open_token_by_expiry ON open_token (expires_at)",
        """
        CREATE TABLE seen_request (
            id \(.bytes) PRIMARY KEY, outcome \(.text) NOT NULL, expires_at \(.integer) NOT NULL
        ) \(.byInsertion)
        """,
        "CREATE INDEX seen_request_by_expiry ON seen_request (expires_at)",
    ]

    private static let sessions: [Definition] = [
        """
        CREATE TABLE login_session (
            id \(.bytes) PRIMARY KEY, state \(.text) NOT NULL, channel \(.text) NOT NULL, purpose \(.text) NOT NULL,
            service_id \(.text) NOT NULL REFERENCES service (id), redirect_uri \(.text) NOT NULL, scope \(.text) NOT NULL,
            oauth_state \(.text), nonce \(.text), code_challenge \(.text), cookie_hash \(.bytes) NOT NULL,
            created_at \(.integer) NOT NULL, expires_at \(.integer) NOT NULL, changed_at \(.integer) NOT NULL,
            activation_id \(.bytes), token_hash \(.bytes), role_id \(.text), statement \(.bytes), decline_reason \(.text),
            authenticated_at \(.integer), factors \(.text) NOT NULL, failures_before \(.integer) NOT NULL
        ) \(.byInsertion)
        """,
        "CREATE INDEX login_session_by_expiry ON login_session (expires_at)",
        "CREATE INDEX login_session_by_change ON login_session (changed_at)",
        """
        CREATE TABLE evidence (
            session_id \(.bytes) PRIMARY KEY, activation_id \(.bytes) NOT NULL, service_id \(.text) NOT NULL,
            at \(.integer) NOT NULL, statement \(.bytes) NOT NULL, sealed_consent \(.bytes) NOT NULL
        ) \(.byInsertion)
        """,
        """
        CREATE TABLE authorization_code (
            hash \(.bytes) PRIMARY KEY, session_id \(.bytes) NOT NULL, service_id \(.text) NOT NULL,
            account_id \(.text) NOT NULL, activation_id \(.bytes) NOT NULL, mapping_id \(.text) NOT NULL,
            role_name \(.text) NOT NULL, factors \(.text) NOT NULL, redirect_uri \(.text) NOT NULL, scope \(.text) NOT NULL,
            nonce \(.text), code_challenge \(.text), authenticated_at \(.integer) NOT NULL, expires_at \(.integer) NOT NULL,
            redeemed_at \(.integer)
        ) \(.byInsertion)
        """,
        "CREATE INDEX authorization_code_by_session ON authorization_code (session_id)",
        "CREATE INDEX authorization_code_by_expiry ON authorization_code (expires_at)",
        """
        CREATE TABLE access_token (
            hash \(.bytes) PRIMARY KEY, code_hash \(.bytes) NOT NULL, service_id \(.text) NOT NULL, account_id \(.text) NOT NULL,
            activation_id \(.bytes) NOT NULL, mapping_id \(.text) NOT NULL, scope \(.text) NOT NULL,
            expires_at \(.integer) NOT NULL
        ) \(.byInsertion)
        """,
        "CREATE INDEX access_token_by_code ON access_token (code_hash)",
        "CREATE INDEX access_token_by_expiry ON access_token (expires_at)",
        """
        CREATE TABLE audit (
            id \(.bytes) PRIMARY KEY, at \(.integer) NOT NULL, kind \(.text) NOT NULL, account_id \(.text),
            activation_id \(.bytes), service_id \(.text), session_id \(.bytes), detail \(.text)
        ) \(.byKey)
        """,
    ]

    private static let returnToBrowser: [Definition] = ["ALTER TABLE login_session ADD COLUMN return_hash \(.bytes)"]

    private static let attributes: [Definition] = [
        """
        CREATE TABLE attribute_value (
            id \(.bytes) PRIMARY KEY, account_id \(.text) NOT NULL REFERENCES account (id), attribute \(.text) NOT NULL,
            alias \(.text) NOT NULL, \(.boolean("is_primary")) NOT NULL, \(.boolean("is_verified")) NOT NULL,
            sealed_disclosure \(.bytes) NOT NULL, created_at \(.integer) NOT NULL, UNIQUE (account_id, attribute, alias)
        ) \(.byInsertion)
        """,
        """
        CREATE TABLE alias_choice (
            account_id \(.text) NOT NULL REFERENCES account (id), service_id \(.text) NOT NULL REFERENCES service (id),
            attribute \(.text) NOT NULL, value_id \(.bytes) NOT NULL REFERENCES attribute_value (id), id \(.bytes) NOT NULL UNIQUE,
            PRIMARY KEY (account_id, service_id, attribute)
        ) \(.byKey)
        """,
        "CREATE INDEX alias_choice_by_value ON alias_choice (value_id)",
        """
        CREATE TABLE attribute_release (
            session_id \(.bytes) PRIMARY KEY, \(.boolean("is_confirmed")) NOT NULL, sealed_releases \(.bytes) NOT NULL,
            expires_at \(.integer) NOT NULL
        ) \(.byInsertion)
        """,
        "CREATE INDEX attribute_release_by_expiry ON attribute_release (expires_at)",
        "ALTER TABLE service ADD COLUMN attributes \(.text) NOT NULL DEFAULT ''",
        "ALTER TABLE service ADD COLUMN claims_in \(.text) NOT NULL DEFAULT 'userInfo'",
        "ALTER TABLE login_session ADD COLUMN claims \(.text) NOT NULL DEFAULT ''",
        "ALTER TABLE login_session ADD COLUMN wrong_attributes \(.integer) NOT NULL DEFAULT 0",
    ]

    /// Drops the time of the last change, which notices have made unnecessary. It cost two changes of an index in each
    /// step of a login.
    private static let withoutChangeTimes: [Definition] = [
        "DROP INDEX login_session_by_change", "ALTER TABLE login_session DROP COLUMN changed_at",
    ]

    /// Removes values that would confirm a guess at a PIN, for a caller of the manager or for a thief of the database
    /// with a recorded request: PIN keys need not be unique, a used open token recognises its own enrolment, and the
    /// ids of seen requests depend on the manager's secret.
    private static let withoutTestsOfPINs: [Definition] = [
        """
        CREATE TABLE new_factor (
            activation_id \(.bytes) NOT NULL REFERENCES activation (id), factor \(.text) NOT NULL,
            sealed_public_key \(.bytes) NOT NULL, fingerprint \(.bytes) UNIQUE, PRIMARY KEY (activation_id, factor)
        ) \(.byKey)
        """,
        """
        INSERT INTO new_factor (activation_id, factor, sealed_public_key, fingerprint)
        SELECT activation_id, factor, sealed_public_key, CASE WHEN factor <> 'pin' THEN fingerprint END FROM factor
        """,
        "DROP TABLE factor",
        "ALTER TABLE new_factor RENAME TO factor",
        "ALTER TABLE open_token ADD COLUMN enrolment_code \(.bytes)",
        "DELETE FROM seen_request",
    ]

    /// Counts the codes of a session: a browser that repeats its request for the result gets another code, up to a
    /// limit.
    private static let countOfCodes: [Definition] = [
        "ALTER TABLE login_session ADD COLUMN codes_issued \(.integer) NOT NULL DEFAULT 0"
    ]

    /// Adds the key of an account's name. It is null for an account from before this migration whose name has the key
    /// of an older account.
    private static let uniqueUserNames: [Definition] = [
        "ALTER TABLE account ADD COLUMN name_key \(.text)",
        "CREATE UNIQUE INDEX account_by_name_key ON account (name_key)",
    ]

    /// Adds the requirements that a website sets for one login; null requires nothing.
    private static let loginRequirements: [Definition] = [
        "ALTER TABLE login_session ADD COLUMN required_account_id \(.text)",
        "ALTER TABLE login_session ADD COLUMN required_context_classes \(.text)",
    ]

    /// Introduces one process model for all goals. Unfinished processes end: their browsers begin anew at the website.
    private static let processes: [Definition] = [
        """
        CREATE TABLE process (
            id \(.bytes) PRIMARY KEY, goal \(.text) NOT NULL, channel \(.text) NOT NULL, phase \(.text) NOT NULL,
            created_at \(.integer) NOT NULL, expires_at \(.integer) NOT NULL, corrections \(.integer) NOT NULL,
            bound_activation_id \(.bytes), service_id \(.text) NOT NULL REFERENCES service (id), service_origin \(.text) NOT NULL,
            scope \(.text) NOT NULL, nonce \(.text), code_challenge \(.text), claims \(.text) NOT NULL,
            required_account_id \(.text), required_context_classes \(.text),
            activation_id \(.bytes), token_hash \(.bytes), role_id \(.text), statement \(.bytes), decline_reason \(.text),
            factors \(.text), authenticated_at \(.integer), failures_before \(.integer), return_hash \(.bytes), codes \(.integer)
        ) \(.byInsertion)
        """,
        "CREATE INDEX process_by_expiry ON process (expires_at)",
        """
        CREATE TABLE browser_request (
            process_id \(.bytes) PRIMARY KEY REFERENCES process (id) ON DELETE CASCADE, redirect_uri \(.text) NOT NULL,
            state \(.text), cookie_hash \(.bytes) NOT NULL
        ) \(.byInsertion)
        """,
        "DROP TABLE login_session",
    ]

    /// Adds the requirements of a service for the security of devices; null requires nothing.
    private static let securityRequirements: [Definition] = ["ALTER TABLE service ADD COLUMN security \(.text)"]

    /// Adds the pairing of a process with its page, and the policy of a service for QR codes that were opened.
    private static let pairing: [Definition] = [
        "ALTER TABLE process ADD COLUMN pairing \(.text)",
        "ALTER TABLE service ADD COLUMN opened_qr_codes \(.text) NOT NULL DEFAULT 'pair'",
    ]

    private static let keys: [Definition] = [
        """
        CREATE TABLE setting (
            name \(.text) PRIMARY KEY, value \(.text) NOT NULL
        ) \(.byKey)
        """,
        """
        CREATE TABLE signing_key (
            purpose \(.text) NOT NULL, id \(.text) NOT NULL, sealed_private_key \(.bytes) NOT NULL,
            created_at \(.integer) NOT NULL, PRIMARY KEY (purpose, id)
        ) \(.byKey)
        """,
        """
        CREATE TABLE encryption_key (
            id \(.bytes) PRIMARY KEY, suite \(.text) NOT NULL, sealed_private_key \(.bytes) NOT NULL,
            created_at \(.integer) NOT NULL, destroyed_after \(.integer) NOT NULL
        ) \(.byInsertion)
        """,
        """
        CREATE TABLE key_material (
            epoch \(.integer) NOT NULL, sequence \(.integer) NOT NULL, document \(.bytes) NOT NULL,
            PRIMARY KEY (epoch, sequence)
        ) \(.byKey)
        """,
    ]
}
