import XignDomain
import XignProtocol

// Long because: one list of all sealed columns, which a reviewer compares with the schema.

/// A table with sealed columns, as the rotation of the key-encryption key walks through it.
///
/// `SealedTable.all` names every column that the vault seals. A new one needs an entry here.
struct SealedTable: Sendable {
    /// A sealed column.
    struct Column: Sendable {
        let name: String
        /// The place of a row's value; nil where nothing tells it, and nobody can open the value.
        let place: @Sendable (Row) throws -> Vault.Place?
        /// Replaces a row's value, and the keyed hashes that stand beside it.
        let replace: @Sendable (_ row: Row, _ value: [UInt8], _ transaction: any Transaction) throws -> SQL
    }

    let name: String
    /// Returns the next keys, as `id`, in their order; nil for a table that is walked through at once.
    let keys: (@Sendable (_ after: [UInt8], _ limit: Int) -> SQL)?
    /// Returns the rows of these keys, with all that tells their places. Without keys it returns all rows.
    let rows: @Sendable ([[UInt8]]) -> SQL
    let columns: [Column]

    /// All tables, in the order of the walk: the keys first, without which no manager starts.
    static let all: [SealedTable] = [
        signingKeys, retiredKeys, encryptionKeys, auditChain, grants, services, pendingActs, pushedRequests, outbox,
        joinLinks, invitations, processes, releases, activations, factors, attributeValues, declaredValues, evidence,
        keyChanges,
        mailCodes, recoveries,
    ]

    // MARK: Small tables

    private static let signingKeys = SealedTable(
        name: "signing_key", keys: nil, rows: { _ in "SELECT purpose, id, sealed_private_key FROM signing_key" },
        columns: [
            Column(name: "sealed_private_key") { row in
                Keys.signingPlace(try row("purpose"), try row("id"))
            } replace: { row, value, _ in
                """
                UPDATE signing_key SET sealed_private_key = \(value)
                WHERE purpose = \(try row("purpose", as: String.self)) AND id = \(try row("id", as: String.self))
                """
            }
        ])

    private static let retiredKeys = SealedTable(
        name: "retired_id_token_key", keys: nil,
        rows: { _ in "SELECT id, sealed_public_key FROM retired_id_token_key" },
        columns: [
            Column(name: "sealed_public_key") { row in
                Keys.retiredPlace(try row("id"))
            } replace: { row, value, _ in
                """
                UPDATE retired_id_token_key SET sealed_public_key = \(value)
                WHERE id = \(try row("id", as: String.self))
                """
            }
        ])

    private static let encryptionKeys = SealedTable(
        name: "encryption_key", keys: nil, rows: { _ in "SELECT id, sealed_private_key FROM encryption_key" },
        columns: [
            Column(name: "sealed_private_key") { row in
                Keys.encryptionPlace(try row("id"))
            } replace: { row, value, _ in
                "UPDATE encryption_key SET sealed_private_key = \(value) WHERE id = \(try key(row, "id"))"
            }
        ])

    private static let auditChain = SealedTable(
        name: "audit_chain", keys: nil, rows: { _ in "SELECT id, sealed_state FROM audit_chain" },
        columns: [
            Column(name: "sealed_state") { _ in
                AuditChain.place
            } replace: { row, value, _ in
                "UPDATE audit_chain SET sealed_state = \(value) WHERE id = \(try row("id", as: Int64.self))"
            }
        ])

    private static let grants = SealedTable(
        name: "administrator_grant", keys: nil,
        rows: { _ in "SELECT account_id, scope, sealed_role FROM administrator_grant" },
        columns: [
            Column(name: "sealed_role") { row in
                AdministratorGrants.place(try row("account_id"), try row("scope"))
            } replace: { row, value, _ in
                """
                UPDATE administrator_grant SET sealed_role = \(value)
                WHERE account_id = \(try row("account_id", as: AccountID.self))
                    AND scope = \(try row("scope", as: Scope.self))
                """
            }
        ])

    private static let services = SealedTable(
        name: "service", keys: nil, rows: { _ in "SELECT id, sealed_secret FROM service" },
        columns: [
            Column(name: "sealed_secret") { row in
                Services.secretPlace(try row("id"))
            } replace: { row, value, _ in
                "UPDATE service SET sealed_secret = \(value) WHERE id = \(try row("id", as: ServiceID.self))"
            }
        ])

    // MARK: Tables with many rows

    private static let pendingActs = SealedTable(
        name: "pending_act",
        keys: { "SELECT id FROM pending_act WHERE id > \($0) ORDER BY id LIMIT \($1)" },
        rows: { "SELECT id, sealed_act FROM pending_act WHERE id IN (\($0))" },
        columns: [
            Column(name: "sealed_act") { row in
                PendingActs.place(try row("id"))
            } replace: { row, value, _ in
                "UPDATE pending_act SET sealed_act = \(value) WHERE id = \(try key(row, "id"))"
            }
        ])

    private static let pushedRequests = SealedTable(
        name: "pushed_request",
        keys: { "SELECT hash AS id FROM pushed_request WHERE hash > \($0) ORDER BY hash LIMIT \($1)" },
        rows: { "SELECT hash, service_id, sealed_parameters FROM pushed_request WHERE hash IN (\($0))" },
        columns: [
            Column(name: "sealed_parameters") { row in
                PushedRequests.place(try row("hash"), try row("service_id"))
            } replace: { row, value, _ in
                "UPDATE pushed_request SET sealed_parameters = \(value) WHERE hash = \(try key(row, "hash"))"
            }
        ])

    private static let outbox = SealedTable(
        name: "outbox", keys: { "SELECT id FROM outbox WHERE id > \($0) ORDER BY id LIMIT \($1)" },
        rows: { "SELECT id, sealed_payload FROM outbox WHERE id IN (\($0))" },
        columns: [
            Column(name: "sealed_payload") { row in
                Outbox.place(try row("id"))
            } replace: { row, value, _ in
                "UPDATE outbox SET sealed_payload = \(value) WHERE id = \(try key(row, "id"))"
            }
        ])

    private static let joinLinks = SealedTable(
        name: "join_link", keys: { "SELECT id FROM join_link WHERE id > \($0) ORDER BY id LIMIT \($1)" },
        rows: { "SELECT id, sealed_terms, organization_id, roles FROM join_link WHERE id IN (\($0))" },
        columns: [
            Column(name: "sealed_terms") { row in
                JoinLinks.place(try row("id"), try row("organization_id"), roles: try row("roles"))
            } replace: { row, value, transaction in
                let place = JoinLinks.place(try row("id"), try row("organization_id"), roles: try row("roles"))
                let code = try JoinLinks.terms(try transaction.vault.open(value, at: place)).code
                return """
                    UPDATE join_link SET sealed_terms = \(value), lookup = \(transaction.vault.lookup(of: code))
                    WHERE id = \(try key(row, "id"))
                    """
            }
        ])

    private static let invitations = SealedTable(
        name: "invitation",
        keys: {
            """
            SELECT activation_id AS id FROM invitation WHERE activation_id > \($0)
            ORDER BY activation_id LIMIT \($1)
            """
        },
        rows: { "SELECT activation_id, sealed_address FROM invitation WHERE activation_id IN (\($0))" },
        columns: [
            Column(name: "sealed_address") { row in
                Invitations.place(try row("activation_id"))
            } replace: { row, value, _ in
                """
                UPDATE invitation SET sealed_address = \(value) WHERE activation_id = \(try key(row, "activation_id"))
                """
            }
        ])

    private static let processes = SealedTable(
        name: "process", keys: { "SELECT id FROM process WHERE id > \($0) ORDER BY id LIMIT \($1)" },
        rows: {
            "SELECT id, bound_activation_id, sealed_goal, sealed_statement FROM process WHERE id IN (\($0))"
        },
        columns: [
            Column(name: "sealed_goal") { row in
                try place(ofProcess: row).goal
            } replace: { row, value, _ in
                "UPDATE process SET sealed_goal = \(value) WHERE id = \(try key(row, "id"))"
            },
            Column(name: "sealed_statement") { row in
                try place(ofProcess: row).statement
            } replace: { row, value, _ in
                "UPDATE process SET sealed_statement = \(value) WHERE id = \(try key(row, "id"))"
            },
        ])

    private static let releases = SealedTable(
        name: "attribute_release",
        keys: {
            "SELECT session_id AS id FROM attribute_release WHERE session_id > \($0) ORDER BY session_id LIMIT \($1)"
        },
        // The activation that has confirmed the release, or is about to.
        rows: {
            """
            SELECT r.session_id, r.sealed_releases, COALESCE(e.activation_id, p.activation_id) AS activation_id
            FROM attribute_release r LEFT JOIN evidence e ON e.session_id = r.session_id
            LEFT JOIN process p ON p.id = r.session_id WHERE r.session_id IN (\($0))
            """
        },
        columns: [
            Column(name: "sealed_releases") { row in
                try row.optional("activation_id").map { AttributeReleases.place(try row("session_id"), $0) }
            } replace: { row, value, _ in
                """
                UPDATE attribute_release SET sealed_releases = \(value)
                WHERE session_id = \(try key(row, "session_id"))
                """
            }
        ])

    private static let activations = SealedTable(
        name: "activation", keys: activationKeys,
        rows: {
            """
            SELECT id, account_id, kind, sealed_pin_proof_hash, sealed_enrolment FROM activation WHERE id IN (\($0))
            """
        },
        columns: [
            Column(name: "sealed_pin_proof_hash") { row in
                Activations.pinProofPlace(try row("id"), try row("account_id"), try row("kind"))
            } replace: { row, value, _ in
                "UPDATE activation SET sealed_pin_proof_hash = \(value) WHERE id = \(try key(row, "id"))"
            },
            Column(name: "sealed_enrolment") { row in
                Activations.enrolmentPlace(try row("id"), try row("account_id"))
            } replace: { row, value, _ in
                "UPDATE activation SET sealed_enrolment = \(value) WHERE id = \(try key(row, "id"))"
            },
        ])

    private static let factors = SealedTable(
        name: "factor", keys: activationKeys,
        rows: {
            """
            SELECT f.activation_id, f.factor, f.sealed_public_key, f.fingerprint, a.account_id FROM factor f
            JOIN activation a ON a.id = f.activation_id WHERE f.activation_id IN (\($0))
            """
        },
        columns: [
            Column(name: "sealed_public_key") { row in
                Activations.factorPlace(try row("activation_id"), try row("account_id"), try row("factor"))
            } replace: { row, value, transaction in
                let factor: FactorType = try row("factor")
                let place = Activations.factorPlace(try row("activation_id"), try row("account_id"), factor)
                let raw = try transaction.vault.open(value, at: place)
                let fingerprint = FactorPublicKey(factor: factor, accepted: raw).map {
                    transaction.vault.fingerprint(of: $0)
                }
                return """
                    UPDATE factor SET sealed_public_key = \(value),
                        fingerprint = CASE WHEN fingerprint IS NOT NULL THEN \(fingerprint) END
                    WHERE activation_id = \(try key(row, "activation_id")) AND factor = \(factor)
                    """
            }
        ])

    private static let attributeValues = SealedTable(
        name: "attribute_value", keys: { "SELECT id FROM attribute_value WHERE id > \($0) ORDER BY id LIMIT \($1)" },
        rows: { "SELECT \(AttributeValues.Column.names.selected) FROM attribute_value WHERE id IN (\($0))" },
        columns: [
            Column(name: "sealed_disclosure") { row in
                AttributeValues.place(
                    try row("id"), try row("account_id"), try row("attribute"),
                    AttributeValues.verification(
                        isVerified: try row("is_verified"), by: try row.optional("verified_by")))
            } replace: { row, value, transaction in
                let lookup = transaction.vault.lookup(of: try transaction.attributeValues.value(TableRow(row)))
                return """
                    UPDATE attribute_value SET sealed_disclosure = \(value), lookup = \(lookup)
                    WHERE id = \(try key(row, "id"))
                    """
            }
        ])

    private static let declaredValues = SealedTable(
        name: "declared_value", keys: { "SELECT id FROM declared_value WHERE id > \($0) ORDER BY id LIMIT \($1)" },
        rows: { "SELECT id, account_id, attribute, sealed_value FROM declared_value WHERE id IN (\($0))" },
        columns: [
            Column(name: "sealed_value") { row in
                DeclaredValues.place(try row("account_id"), try row("attribute"))
            } replace: { row, value, _ in
                "UPDATE declared_value SET sealed_value = \(value) WHERE id = \(try key(row, "id"))"
            }
        ])

    private static let mailCodes = SealedTable(
        name: "mail_code", keys: { "SELECT id FROM mail_code WHERE id > \($0) ORDER BY id LIMIT \($1)" },
        rows: { "SELECT id, account_id, sealed_terms FROM mail_code WHERE id IN (\($0))" },
        columns: [
            Column(name: "sealed_terms") { row in
                try row.optional("account_id").map { MailCodes.place(try row("id"), $0) }
            } replace: { row, value, transaction in
                let lookup = try transaction.mailCodes.lookup(ofSealed: value, try row("id"), try row("account_id"))
                return """
                    UPDATE mail_code SET sealed_terms = \(value), address_lookup = \(lookup)
                    WHERE id = \(try key(row, "id"))
                    """
            }
        ])

    private static let recoveries = SealedTable(
        name: "recovery",
        keys: { "SELECT code_hash AS id FROM recovery WHERE code_hash > \($0) ORDER BY code_hash LIMIT \($1)" },
        rows: { "SELECT account_id, sealed_terms FROM recovery WHERE code_hash IN (\($0))" },
        columns: [
            Column(name: "sealed_terms") { row in
                Recoveries.place(try row("account_id"))
            } replace: { row, value, _ in
                """
                UPDATE recovery SET sealed_terms = \(value)
                WHERE account_id = \(try row("account_id", as: AccountID.self))
                """
            }
        ])

    private static let evidence = SealedTable(
        name: "evidence",
        keys: { "SELECT session_id AS id FROM evidence WHERE session_id > \($0) ORDER BY session_id LIMIT \($1)" },
        rows: {
            """
            SELECT e.session_id, e.sealed_statement, e.sealed_consent, e.activation_id, a.account_id FROM evidence e
            LEFT JOIN activation a ON a.id = e.activation_id WHERE e.session_id IN (\($0))
            """
        },
        columns: [
            // Written by former versions: the sealed consent contains the statement.
            Column(name: "sealed_statement") { row in
                try place(ofEvidence: row, "evidence.statement")
            } replace: { row, value, _ in
                "UPDATE evidence SET sealed_statement = \(value) WHERE session_id = \(try key(row, "session_id"))"
            },
            Column(name: "sealed_consent") { row in
                try place(ofEvidence: row, "evidence.consent")
            } replace: { row, value, _ in
                "UPDATE evidence SET sealed_consent = \(value) WHERE session_id = \(try key(row, "session_id"))"
            },
        ])

    private static let keyChanges = SealedTable(
        name: "key_change",
        keys: { "SELECT grant_hash AS id FROM key_change WHERE grant_hash > \($0) ORDER BY grant_hash LIMIT \($1)" },
        rows: {
            """
            SELECT k.grant_hash, k.sealed_statement, k.activation_id, a.account_id FROM key_change k
            LEFT JOIN activation a ON a.id = k.activation_id WHERE k.grant_hash IN (\($0))
            """
        },
        columns: [
            Column(name: "sealed_statement") { row in
                try row.optional("account_id").map { account in
                    Evidence.place(
                        "key_change.statement", account, try row("activation_id"),
                        Base64URL.encode(try key(row, "grant_hash")))
                }
            } replace: { row, value, _ in
                "UPDATE key_change SET sealed_statement = \(value) WHERE grant_hash = \(try key(row, "grant_hash"))"
            }
        ])

    private static let activationKeys: @Sendable ([UInt8], Int) -> SQL = {
        "SELECT id FROM activation WHERE id > \($0) ORDER BY id LIMIT \($1)"
    }

    private static func key(_ row: Row, _ name: String) throws -> [UInt8] { try row(name) }

    private static func place(ofProcess row: Row) throws -> ProcessPlace {
        ProcessPlace(id: try row("id"), activation: try row.optional("bound_activation_id"))
    }

    private static func place(ofEvidence row: Row, _ column: StaticString) throws -> Vault.Place? {
        let session: SessionID = try row("session_id")
        return try row.optional("account_id").map { account in
            Evidence.place(column, account, try row("activation_id"), session.description)
        }
    }
}
