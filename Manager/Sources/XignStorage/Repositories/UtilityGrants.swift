import XignDomain
import XignProtocol

/// The grants of utility processes. No row refers to another one: a grant outlives its activation and its account.
package struct UtilityGrants {
    let transaction: any Transaction

    package func insert(_ grant: UtilityGrant) throws {
        let values = Column.values { column in
            switch column {
            case .hash: .of(grant.hash)
            case .activationID: .of(grant.activationID)
            case .purpose: .of(grant.purpose)
            case .factor: .of(grant.factor)
            case .consentHash: .of(grant.consentHash)
            case .expiresAt: .of(grant.expiresAt)
            }
        }
        try transaction.execute("INSERT INTO utility_grant \(values)")
    }

    package func find(hash: BearerHash) throws -> UtilityGrant? {
        try transaction.row(
            Column.self, SpentColumn.self, from: "utility_grant WHERE hash = \(hash)"
        ).map { try Self.grant($0, $1) }
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

    private enum Column: Int, ColumnSet {
        case hash, activationID, purpose, factor, consentHash, expiresAt
        static let names = ColumnNames(Self.self)
    }

    private enum SpentColumn: Int, ColumnSet {
        case spentBody, outcome, doneUntil
        static let names = ColumnNames(Self.self)
    }

    private static func grant(_ row: TableRow<Column>, _ spent: TableRow<SpentColumn>) throws -> UtilityGrant {
        UtilityGrant(
            hash: try row(.hash), activationID: try row(.activationID), purpose: try row(.purpose),
            factor: try row.optional(.factor), consentHash: try row(.consentHash),
            expiresAt: try row(.expiresAt), spent: try self.spent(spent))
    }

    private static func spent(_ row: TableRow<SpentColumn>) throws -> UtilityGrant.Spent? {
        guard let body: [UInt8] = try row.optional(.spentBody) else { return nil }
        let outcome: UtilityGrant.Outcome =
            switch try row(.outcome, as: Outcome.self) {
            case .done: .done(until: try row.optional(.doneUntil))
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
