import XignDomain
import XignProtocol

/// A row of an open token. It proves nothing: `XignUseCases.OpenToken` computes the token that belongs to it.
package struct OpenTokenRow {
    package let challenge: [UInt8]
    package let expiresAt: Timestamp
    /// The code of the enrolment that used the token; nil until then.
    package let enrolmentCode: [UInt8]?
}

/// The tokens that `open` issues, and that `personalizeFinish` uses.
extension Activations {
    private enum OpenTokenColumn: Int, ColumnSet {
        case hash, activationID, challenge, expiresAt, enrolmentCode
        static let names = ColumnNames(Self.self)
    }

    package func insertOpenToken(hash: BearerHash, for id: ActivationID, challenge: [UInt8], expiresAt: Timestamp)
        throws
    {
        let values = OpenTokenColumn.values { column in
            switch column {
            case .hash: .of(hash)
            case .activationID: .of(id)
            case .challenge: .of(challenge)
            case .expiresAt: .of(expiresAt)
            case .enrolmentCode: .bytes(nil)
            }
        }
        try transaction.execute("INSERT INTO open_token \(values) ON CONFLICT (hash) DO NOTHING")
    }

    /// Finds an open token of this activation that has not expired.
    package func openToken(hash: BearerHash, of id: ActivationID, at now: Timestamp) throws -> OpenTokenRow? {
        try transaction.row(
            OpenTokenColumn.self,
            from: "open_token WHERE hash = \(hash) AND activation_id = \(id) AND expires_at > \(now)"
        ).map {
            OpenTokenRow(
                challenge: try $0(.challenge), expiresAt: try $0(.expiresAt),
                enrolmentCode: try $0.optional(.enrolmentCode))
        }
    }

    /// Returns true if this activation has the stored open token, expired or not, used or not.
    package func hasOpenToken(hash: BearerHash, of id: ActivationID) throws -> Bool {
        try transaction.row("SELECT 1 AS found FROM open_token WHERE hash = \(hash) AND activation_id = \(id)") != nil
    }

    /// Returns true if this activation has a stored open token that has enrolled no keys, expired or not.
    ///
    /// The clocks of several managers differ: while an expired token is stored, one of them may still accept it.
    package func hasUnusedOpenToken(hash: BearerHash, of id: ActivationID) throws -> Bool {
        try transaction.row(
            """
            SELECT 1 AS found FROM open_token
            WHERE hash = \(hash) AND activation_id = \(id) AND enrolment_code IS NULL
            """) != nil
    }

    /// Keeps the token that enrolled an activation's keys until it expires, and removes the others.
    /// - Parameter enrolmentCode: recognises a repetition of the enrolment.
    package func useOpenToken(hash: BearerHash, of id: ActivationID, enrolmentCode: [UInt8]) throws {
        try transaction.execute("DELETE FROM open_token WHERE activation_id = \(id) AND hash <> \(hash)")
        try transaction.execute("UPDATE open_token SET enrolment_code = \(enrolmentCode) WHERE hash = \(hash)")
    }

    /// Removes an open token that has enrolled no keys, so that a delayed enrolment can no longer use it.
    ///
    /// The hash is required, so that knowledge of the activation's id does not suffice.
    package func endOpenToken(hash: BearerHash, of id: ActivationID) throws {
        try transaction.execute(
            """
            DELETE FROM open_token WHERE activation_id = \(id) AND hash = \(hash) AND enrolment_code IS NULL
            """)
    }

    /// Removes all open tokens that have enrolled no keys: their activations are to be opened again.
    package func endOpenTokens() throws {
        try transaction.execute("DELETE FROM open_token WHERE enrolment_code IS NULL")
    }

    /// Removes open tokens that expired before a moment.
    /// - Returns: the number of tokens; fewer than `limit` means that none is left.
    package func removeOldOpenTokens(before: Timestamp, limit: Int) throws -> Int {
        try transaction.changedRows(
            """
            DELETE FROM open_token WHERE hash IN (
                SELECT hash FROM open_token WHERE expires_at < \(before) LIMIT \(limit))
            """)
    }
}
