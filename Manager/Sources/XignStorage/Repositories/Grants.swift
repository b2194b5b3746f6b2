import XignDomain
import XignProtocol

/// Authorization codes and access tokens.
package struct Grants {
    let transaction: any Transaction

    package func insert(_ code: AuthorizationCode) throws {
        let values = CodeColumn.values { column in
            switch column {
            case .hash: .of(code.hash)
            case .redirectURI: .of(code.redirectURI)
            case .scope: .of(TextList.join(code.scope))
            case .nonce: .of(code.nonce)
            case .codeChallenge: .of(code.codeChallenge)
            case .dpopThumbprint: .of(code.dpopThumbprint)
            case .offlineUntil: .of(code.offlineUntil)
            case .expiresAt: .of(code.expiresAt)
            case .redeemedAt: .of(code.redeemedAt)
            }
        }
        try transaction.execute("INSERT INTO authorization_code \(values + code.login.values)")
    }

    package func code(hash: BearerHash) throws -> AuthorizationCode? {
        guard
            let (row, login, head) = try transaction.row(
                CodeColumn.self, ConfirmedLogin.Column.self, Head.Column.self,
                from: "authorization_code WHERE hash = \(hash)")
        else { return nil }
        try transaction.takeHead(head)
        return try Self.code(row, login)
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
        let values = TokenColumn.values { column in
            switch column {
            case .hash: .of(token.hash)
            case .codeHash: .of(token.codeHash)
            case .scope: .of(TextList.join(token.scope))
            case .withheldScope: .of(TextList.join(token.withheldScope))
            case .dpopThumbprint: .of(token.dpopThumbprint)
            case .expiresAt: .of(token.expiresAt)
            }
        }
        try transaction.execute("INSERT INTO access_token \(values + token.login.values)")
    }

    package func token(hash: BearerHash) throws -> AccessToken? {
        guard
            let (row, login, head) = try transaction.row(
                TokenColumn.self, ConfirmedLogin.Column.self, Head.Column.self,
                from: "access_token WHERE hash = \(hash)")
        else { return nil }
        try transaction.takeHead(head)
        return try Self.token(row, login)
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

    /// Returns the moments at which the unredeemed code and the access tokens of a login expire.
    func ends(of session: SessionID) throws -> [Timestamp] {
        try transaction.values(
            """
            SELECT expires_at FROM authorization_code WHERE session_id = \(session) AND redeemed_at IS NULL
            UNION ALL SELECT expires_at FROM access_token WHERE session_id = \(session)
            """)
    }

    /// Finds the login of a session whose code is kept.
    func login(of session: SessionID) throws -> ConfirmedLogin? {
        try transaction.row(
            ConfirmedLogin.Column.self, from: "authorization_code WHERE session_id = \(session) LIMIT 1"
        ).map(ConfirmedLogin.init)
    }

    /// Returns the logins of an account at a service whose codes were issued since a moment.
    package func logins(of account: AccountID, at service: ServiceID, since moment: Timestamp) throws -> [SessionID] {
        // By the index on the end.
        try transaction.values(
            """
            SELECT DISTINCT session_id FROM authorization_code
            WHERE expires_at > \(moment) AND account_id = \(account) AND service_id = \(service)
            """
        )
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

    private enum CodeColumn: Int, ColumnSet {
        case hash, redirectURI, scope, nonce, codeChallenge, dpopThumbprint, offlineUntil, expiresAt, redeemedAt
        static let names = ColumnNames(Self.self)
    }

    private enum TokenColumn: Int, ColumnSet {
        case hash, codeHash, scope, withheldScope, dpopThumbprint, expiresAt
        static let names = ColumnNames(Self.self)
    }

    private static func code(
        _ row: TableRow<CodeColumn>, _ login: TableRow<ConfirmedLogin.Column>
    ) throws -> AuthorizationCode {
        AuthorizationCode(
            hash: try row(.hash), login: try ConfirmedLogin(login), redirectURI: try row.optional(.redirectURI),
            scope: TextList.split(try row(.scope)), nonce: try row.optional(.nonce),
            codeChallenge: try row.optional(.codeChallenge), dpopThumbprint: try row.optional(.dpopThumbprint),
            offlineUntil: try row.optional(.offlineUntil), expiresAt: try row(.expiresAt),
            redeemedAt: try row.optional(.redeemedAt))
    }

    private static func token(
        _ row: TableRow<TokenColumn>, _ login: TableRow<ConfirmedLogin.Column>
    ) throws -> AccessToken {
        AccessToken(
            hash: try row(.hash), codeHash: try row(.codeHash), login: try ConfirmedLogin(login),
            scope: TextList.split(try row(.scope)), withheldScope: TextList.split(try row(.withheldScope)),
            dpopThumbprint: try row.optional(.dpopThumbprint),
            expiresAt: try row(.expiresAt))
    }
}

extension ConfirmedLogin {
    /// The columns that each table with a confirmed login has.
    enum Column: Int, ColumnSet {
        case sessionID, serviceID, accountID, activationID, mappingID, roleName, factors, authenticatedAt
        static let names = ColumnNames(Self.self)
    }

    var values: SQL.Values {
        Column.values { column in
            switch column {
            case .sessionID: .of(sessionID)
            case .serviceID: .of(serviceID)
            case .accountID: .of(accountID)
            case .activationID: .of(activationID)
            case .mappingID: .of(mappingID)
            case .roleName: .of(roleName)
            case .factors: .of(TextList.join(factors))
            case .authenticatedAt: .of(authenticatedAt)
            }
        }
    }

    init(_ row: TableRow<Column>) throws {
        self.init(
            sessionID: try row(.sessionID), serviceID: try row(.serviceID), accountID: try row(.accountID),
            activationID: try row(.activationID), mappingID: try row(.mappingID), roleName: try row(.roleName),
            factors: TextList.factors(try row(.factors)), authenticatedAt: try row(.authenticatedAt))
    }
}
