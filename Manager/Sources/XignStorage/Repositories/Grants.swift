import XignDomain
import XignProtocol

/// Authorization codes and access tokens.
package struct Grants {
    let transaction: any Transaction

    package func insert(_ code: AuthorizationCode) throws {
        try transaction.execute(
            """
            INSERT INTO authorization_code (\(Self.codeColumns))
            VALUES (\(code.hash), \(code.sessionID), \(code.serviceID), \(code.accountID), \(code.activationID),
                \(code.mappingID), \(code.roleName), \(TextList.join(code.factors)), \(code.redirectURI),
                \(TextList.join(code.scope)), \(code.nonce),
                \(code.codeChallenge), \(code.authenticatedAt), \(code.expiresAt), \(code.redeemedAt))
            """)
    }

    package func code(hash: BearerHash) throws -> AuthorizationCode? {
        try transaction.row("SELECT \(Self.codeColumns) FROM authorization_code WHERE hash = \(hash)").map(Self.code)
    }

    /// Marks a code as redeemed.
    /// - Returns: false where it was redeemed before: the code may be stolen.
    package func redeem(hash: BearerHash, at now: Timestamp) throws -> Bool {
        try transaction.changedRows(
            "UPDATE authorization_code SET redeemed_at = \(now) WHERE hash = \(hash) AND redeemed_at IS NULL") == 1
    }

    /// Removes a session's unredeemed code.
    /// - Returns: false where there is none.
    package func withdrawCode(of session: SessionID) throws -> Bool {
        try transaction.changedRows(
            "DELETE FROM authorization_code WHERE session_id = \(session) AND redeemed_at IS NULL") > 0
    }

    package func insert(_ token: AccessToken) throws {
        try transaction.execute(
            """
            INSERT INTO access_token (
                hash, code_hash, service_id, account_id, activation_id, mapping_id, scope, expires_at)
            VALUES (\(token.hash), \(token.codeHash), \(token.serviceID), \(token.accountID), \(token.activationID),
                \(token.mappingID), \(TextList.join(token.scope)), \(token.expiresAt))
            """)
    }

    package func token(hash: BearerHash) throws -> AccessToken? {
        try transaction.row(
            """
            SELECT t.hash, t.code_hash, c.session_id, t.service_id, t.account_id, t.activation_id, t.mapping_id,
                c.role_name, t.scope, t.expires_at
            FROM access_token t JOIN authorization_code c ON c.hash = t.code_hash WHERE t.hash = \(hash)
            """
        ).map(Self.token)
    }

    /// Revokes the tokens that a code was redeemed for.
    package func revokeTokens(ofCode hash: BearerHash) throws {
        try transaction.execute("DELETE FROM access_token WHERE code_hash = \(hash)")
    }

    /// Ends the codes and tokens of an activation that have not expired.
    package func endAll(of activation: ActivationID, at now: Timestamp) throws {
        // By the index on the end: they live for minutes.
        try transaction.execute(
            "DELETE FROM access_token WHERE expires_at > \(now) AND activation_id = \(activation)")
        try transaction.execute(
            "DELETE FROM authorization_code WHERE expires_at > \(now) AND activation_id = \(activation)")
    }

    /// Ends the codes and tokens of one login.
    package func endAll(of session: SessionID) throws {
        try transaction.execute(
            """
            DELETE FROM access_token WHERE code_hash IN (
                SELECT hash FROM authorization_code WHERE session_id = \(session))
            """)
        try transaction.execute("DELETE FROM authorization_code WHERE session_id = \(session)")
    }

    /// Returns the logins of an account at a service whose codes were issued since a moment.
    package func logins(of account: AccountID, at service: ServiceID, since moment: Timestamp) throws -> [SessionID] {
        // By the index on the end.
        try transaction.rows(
            """
            SELECT DISTINCT session_id FROM authorization_code
            WHERE expires_at > \(moment) AND account_id = \(account) AND service_id = \(service)
            """
        ).map { try $0("session_id") }
    }

    /// Removes all codes and tokens of an account.
    func removeAll(of account: AccountID) throws {
        try transaction.execute("DELETE FROM access_token WHERE account_id = \(account)")
        try transaction.execute("DELETE FROM authorization_code WHERE account_id = \(account)")
    }

    /// Removes codes and tokens that expired before a moment.
    /// - Returns: the larger of the two numbers; fewer than `limit` means that none is left.
    package func removeOld(before: Timestamp, limit: Int) throws -> Int {
        let codes = try transaction.changedRows(
            """
            DELETE FROM authorization_code WHERE hash IN (
                SELECT hash FROM authorization_code WHERE expires_at < \(before) LIMIT \(limit))
            """)
        let tokens = try transaction.changedRows(
            """
            DELETE FROM access_token WHERE hash IN (
                SELECT hash FROM access_token WHERE expires_at < \(before) LIMIT \(limit))
            """)
        return max(codes, tokens)
    }

    private static let codeColumns: SQL.Fragment = """
        hash, session_id, service_id, account_id, activation_id, mapping_id, role_name, factors, redirect_uri, scope, nonce,
        code_challenge, authenticated_at, expires_at, redeemed_at
        """

    private static func code(_ row: Row) throws -> AuthorizationCode {
        AuthorizationCode(
            hash: try row("hash"), sessionID: try row("session_id"), serviceID: try row("service_id"),
            accountID: try row("account_id"), activationID: try row("activation_id"), mappingID: try row("mapping_id"),
            roleName: try row("role_name"), factors: TextList.factors(try row("factors")),
            redirectURI: try row.optional("redirect_uri"), scope: TextList.split(try row("scope")),
            nonce: try row.optional("nonce"), codeChallenge: try row.optional("code_challenge"),
            authenticatedAt: try row("authenticated_at"), expiresAt: try row("expires_at"),
            redeemedAt: try row.optional("redeemed_at"))
    }

    private static func token(_ row: Row) throws -> AccessToken {
        AccessToken(
            hash: try row("hash"), codeHash: try row("code_hash"), sessionID: try row("session_id"),
            serviceID: try row("service_id"), accountID: try row("account_id"), activationID: try row("activation_id"),
            mappingID: try row("mapping_id"), roleName: try row("role_name"),
            scope: TextList.split(try row("scope")), expiresAt: try row("expires_at"))
    }
}
