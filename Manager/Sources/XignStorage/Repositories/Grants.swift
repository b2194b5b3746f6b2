import XignDomain
import XignProtocol

/// Authorization codes and access tokens.
package struct Grants {
    let transaction: any Transaction

    package func insert(_ code: AuthorizationCode) throws {
        let login = code.login
        try transaction.execute(
            """
            INSERT INTO authorization_code (
                hash, \(Self.loginColumns), redirect_uri, scope, nonce, code_challenge, dpop_thumbprint, offline_until,
                expires_at,
                redeemed_at)
            VALUES (\(code.hash), \(login.sessionID), \(login.serviceID), \(login.accountID), \(login.activationID),
                \(login.mappingID), \(login.roleName), \(TextList.join(login.factors)), \(login.authenticatedAt),
                \(code.redirectURI), \(TextList.join(code.scope)), \(code.nonce), \(code.codeChallenge),
                \(code.dpopThumbprint), \(code.offlineUntil), \(code.expiresAt), \(code.redeemedAt))
            """)
    }

    package func code(hash: BearerHash) throws -> AuthorizationCode? {
        guard
            let row = try transaction.row(
                """
                SELECT hash, \(Self.loginColumns), redirect_uri, scope, nonce, code_challenge, dpop_thumbprint,
                    offline_until, expires_at, redeemed_at, \(Head.columns)
                FROM authorization_code WHERE hash = \(hash)
                """)
        else { return nil }
        try transaction.takeHead(row)
        return try Self.code(row)
    }

    package func hasCode(hash: BearerHash) throws -> Bool {
        try transaction.row("SELECT 1 AS found FROM authorization_code WHERE hash = \(hash)") != nil
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
        // A remembered login issues further codes of a session whose first code was redeemed.
        try transaction.changedRows(
            """
            DELETE FROM authorization_code WHERE session_id = \(session) AND redeemed_at IS NULL AND NOT EXISTS (
                SELECT 1 FROM authorization_code c WHERE c.session_id = \(session) AND c.redeemed_at IS NOT NULL)
            """) > 0
    }

    /// Removes all unredeemed codes.
    package func withdrawCodes() throws {
        try transaction.execute("DELETE FROM authorization_code WHERE redeemed_at IS NULL")
    }

    package func insert(_ token: AccessToken) throws {
        let login = token.login
        try transaction.execute(
            """
            INSERT INTO access_token (
                hash, code_hash, \(Self.loginColumns), scope, withheld_scope, dpop_thumbprint, expires_at)
            VALUES (\(token.hash), \(token.codeHash), \(login.sessionID), \(login.serviceID), \(login.accountID),
                \(login.activationID), \(login.mappingID), \(login.roleName), \(TextList.join(login.factors)),
                \(login.authenticatedAt), \(TextList.join(token.scope)), \(TextList.join(token.withheldScope)),
                \(token.dpopThumbprint),
                \(token.expiresAt))
            """)
    }

    package func token(hash: BearerHash) throws -> AccessToken? {
        guard
            let row = try transaction.row(
                """
                SELECT hash, code_hash, \(Self.loginColumns), scope, withheld_scope, dpop_thumbprint, expires_at,
                    \(Head.columns)
                FROM access_token WHERE hash = \(hash)
                """)
        else { return nil }
        try transaction.takeHead(row)
        return try Self.token(row)
    }

    /// Revokes the tokens that a code was redeemed for.
    package func revokeTokens(of code: AuthorizationCode) throws {
        // By the index on the session.
        try transaction.execute(
            "DELETE FROM access_token WHERE session_id = \(code.login.sessionID) AND code_hash = \(code.hash)")
        if let token = try transaction.refreshTokens.find(code.login.sessionID), token.codeHash == code.hash {
            try transaction.refreshTokens.end(token)
        }
    }

    package func remove(accessToken hash: BearerHash) throws {
        try transaction.execute("DELETE FROM access_token WHERE hash = \(hash)")
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
        try transaction.execute("DELETE FROM access_token WHERE session_id = \(session)")
        try transaction.execute("DELETE FROM authorization_code WHERE session_id = \(session)")
    }

    /// Finds the login of a session whose code is kept.
    func login(of session: SessionID) throws -> ConfirmedLogin? {
        try transaction.row(
            "SELECT \(Self.loginColumns) FROM authorization_code WHERE session_id = \(session) LIMIT 1"
        ).map(ConfirmedLogin.init)
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

    /// Removes all codes and access tokens of an account.
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

    /// The columns of `ConfirmedLogin`.
    private static let loginColumns: SQL.Fragment = """
        session_id, service_id, account_id, activation_id, mapping_id, role_name, factors, authenticated_at
        """

    private static func code(_ row: Row) throws -> AuthorizationCode {
        AuthorizationCode(
            hash: try row("hash"), login: try ConfirmedLogin(row), redirectURI: try row.optional("redirect_uri"),
            scope: TextList.split(try row("scope")), nonce: try row.optional("nonce"),
            codeChallenge: try row.optional("code_challenge"), dpopThumbprint: try row.optional("dpop_thumbprint"),
            offlineUntil: try row.optional("offline_until"), expiresAt: try row("expires_at"),
            redeemedAt: try row.optional("redeemed_at"))
    }

    private static func token(_ row: Row) throws -> AccessToken {
        AccessToken(
            hash: try row("hash"), codeHash: try row("code_hash"), login: try ConfirmedLogin(row),
            scope: TextList.split(try row("scope")), withheldScope: TextList.split(try row("withheld_scope")),
            dpopThumbprint: try row.optional("dpop_thumbprint"),
            expiresAt: try row("expires_at"))
    }
}

extension ConfirmedLogin {
    /// Reads the columns that each table with a confirmed login has.
    init(_ row: Row) throws {
        self.init(
            sessionID: try row("session_id"), serviceID: try row("service_id"), accountID: try row("account_id"),
            activationID: try row("activation_id"), mappingID: try row("mapping_id"), roleName: try row("role_name"),
            factors: TextList.factors(try row("factors")), authenticatedAt: try row("authenticated_at"))
    }
}
