import XignDomain
import XignProtocol

/// The grants of utility processes. No row refers to another one: a grant outlives its activation and its account.
package struct UtilityGrants {
    let transaction: any Transaction

    package func insert(_ grant: UtilityGrant) throws {
        try transaction.execute(
            """
            INSERT INTO utility_grant (hash, activation_id, purpose, factor, consent_hash, expires_at)
            VALUES (\(grant.hash), \(grant.activationID), \(grant.purpose), \(grant.factor), \(grant.consentHash),
                \(grant.expiresAt))
            """)
    }

    package func find(hash: BearerHash) throws -> UtilityGrant? {
        try transaction.row(
            """
            SELECT hash, activation_id, purpose, factor, consent_hash, expires_at, spent_body, outcome, done_until
            FROM utility_grant WHERE hash = \(hash)
            """
        ).map(Self.grant)
    }

    /// Spends a grant.
    /// - Parameter body: the keyed hash of the request's body.
    /// - Returns: false where it is spent, or unknown.
    package func spend(hash: BearerHash, body: [UInt8], outcome: UtilityGrant.Outcome) throws -> Bool {
        try transaction.changedRows(
            """
            UPDATE utility_grant SET spent_body = \(body), outcome = \(Outcome(outcome)), done_until = \(outcome.until)
            WHERE hash = \(hash) AND spent_body IS NULL
            """) == 1
    }

    /// Ends the unspent grants of an activation, as if their time were over.
    /// - Parameter except: the grant that is being spent.
    package func endAll(of activation: ActivationID, except: BearerHash? = nil, at now: Timestamp) throws {
        try transaction.execute(
            """
            UPDATE utility_grant SET expires_at = \(now) WHERE activation_id = \(activation) AND spent_body IS NULL
                AND expires_at > \(now) AND hash <> \(except ?? BearerHash(bytes: []))
            """)
    }

    /// Ends all unspent grants.
    package func endAll(at now: Timestamp) throws {
        try transaction.execute(
            "UPDATE utility_grant SET expires_at = \(now) WHERE spent_body IS NULL AND expires_at > \(now)")
    }

    /// Removes grants that expired before a moment.
    /// - Returns: the number of grants; fewer than `limit` means that none is left.
    package func removeOld(before: Timestamp, limit: Int) throws -> Int {
        try transaction.changedRows(
            """
            DELETE FROM utility_grant WHERE hash IN (
                SELECT hash FROM utility_grant WHERE expires_at < \(before) LIMIT \(limit))
            """)
    }

    /// The stored name of an outcome.
    private enum Outcome: String, SQLValue {
        case done, samePin

        init(_ outcome: UtilityGrant.Outcome) {
            switch outcome {
            case .done: self = .done
            case .samePin: self = .samePin
            }
        }
    }

    private static func grant(_ row: Row) throws -> UtilityGrant {
        UtilityGrant(
            hash: try row("hash"), activationID: try row("activation_id"), purpose: try row("purpose"),
            factor: try row.optional("factor"), consentHash: try row("consent_hash"),
            expiresAt: try row("expires_at"), spent: try spent(row))
    }

    private static func spent(_ row: Row) throws -> UtilityGrant.Spent? {
        guard let body: [UInt8] = try row.optional("spent_body") else { return nil }
        let outcome: UtilityGrant.Outcome =
            switch try row("outcome", as: Outcome.self) {
            case .done: .done(until: try row.optional("done_until"))
            case .samePin: .samePin
            }
        return UtilityGrant.Spent(body: body, outcome: outcome)
    }
}

extension UtilityGrant.Outcome {
    fileprivate var until: Timestamp? {
        switch self {
        case .done(let until): until
        case .samePin: nil
        }
    }
}
