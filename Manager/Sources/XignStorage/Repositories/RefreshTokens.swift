import XignDomain
import XignProtocol

/// The lasting accesses of websites, each with its valid refresh token.
package struct RefreshTokens {
    let transaction: any Transaction

    package func insert(_ token: RefreshToken) throws {
        let login = token.login
        try transaction.execute(
            """
            INSERT INTO refresh_token (\(Self.columns))
            VALUES (\(token.familyHash), \(token.hash), \(token.codeHash), \(login.sessionID), \(login.serviceID),
                \(login.accountID), \(login.activationID), \(login.mappingID), \(login.roleName),
                \(TextList.join(login.factors)), \(login.authenticatedAt), \(TextList.join(token.scope)),
                \(token.dpopThumbprint), \(token.offlineUntil), \(token.lastUsedAt), \(token.expiresAt))
            """)
    }

    package func find(family: BearerHash) throws -> RefreshToken? {
        try transaction.row("SELECT \(Self.columns) FROM refresh_token WHERE family_hash = \(family)").map(Self.token)
    }

    package func find(_ session: SessionID) throws -> RefreshToken? {
        try transaction.row("SELECT \(Self.columns) FROM refresh_token WHERE session_id = \(session)").map(Self.token)
    }

    package func all(of account: AccountID) throws -> [RefreshToken] {
        try transaction.rows("SELECT \(Self.columns) FROM refresh_token WHERE account_id = \(account)").map(Self.token)
    }

    /// Returns the logins that an activation has confirmed.
    func sessions(of activation: ActivationID) throws -> [SessionID] {
        try transaction.rows("SELECT session_id FROM refresh_token WHERE activation_id = \(activation)")
            .map { try $0("session_id") }
    }

    /// Returns the logins in a role.
    func sessions(in role: Role) throws -> [SessionID] {
        // Rare, so that no index serves it.
        try transaction.rows(
            "SELECT session_id FROM refresh_token WHERE service_id = \(role.serviceID) AND role_name = \(role.name)"
        ).map { try $0("session_id") }
    }

    /// Returns the logins at a service.
    func sessions(at service: ServiceID) throws -> [SessionID] {
        // Rare, so that no index serves it.
        try transaction.rows("SELECT session_id FROM refresh_token WHERE service_id = \(service)")
            .map { try $0("session_id") }
    }

    /// Saves a token after its use, which may have replaced its text.
    package func save(_ token: RefreshToken) throws {
        try transaction.execute(
            """
            UPDATE refresh_token SET hash = \(token.hash), last_used_at = \(token.lastUsedAt),
                expires_at = \(token.expiresAt)
            WHERE family_hash = \(token.familyHash)
            """)
    }

    /// Ends a lasting access, with its access tokens, and with its attributes unless a browser remembers the login.
    package func end(_ token: RefreshToken) throws {
        let session = token.login.sessionID
        try transaction.execute("DELETE FROM refresh_token WHERE family_hash = \(token.familyHash)")
        try transaction.execute(
            "DELETE FROM access_token WHERE session_id = \(session) AND code_hash = \(token.codeHash)")
        if try transaction.rememberedLogins.find(session) == nil { try transaction.attributeReleases.remove(session) }
    }

    /// Ends the lasting access that a login has begun.
    package func endAll(of session: SessionID) throws {
        if let token = try find(session) { try end(token) }
    }

    /// Ends the lasting accesses of a service to an account.
    /// - Returns: the number of accesses that it had.
    package func endAll(of account: AccountID, at service: ServiceID) throws -> Int {
        let tokens = try all(of: account).filter { $0.login.serviceID == service }
        for token in tokens { try end(token) }
        return tokens.count
    }

    /// Removes tokens that have expired.
    package func removeExpired(at now: Timestamp, limit: Int) throws -> Int {
        try transaction.changedRows(
            """
            DELETE FROM refresh_token WHERE family_hash IN (
                SELECT family_hash FROM refresh_token WHERE expires_at < \(now) LIMIT \(limit))
            """)
    }

    private static let columns: SQL.Fragment = """
        family_hash, hash, code_hash, session_id, service_id, account_id, activation_id, mapping_id, role_name, factors,
        authenticated_at, scope, dpop_thumbprint, offline_until, last_used_at, expires_at
        """

    private static func token(_ row: Row) throws -> RefreshToken {
        RefreshToken(
            familyHash: try row("family_hash"), hash: try row("hash"), codeHash: try row("code_hash"),
            login: try ConfirmedLogin(row), scope: TextList.split(try row("scope")),
            dpopThumbprint: try row.optional("dpop_thumbprint"), offlineUntil: try row("offline_until"),
            lastUsedAt: try row("last_used_at"), expiresAt: try row("expires_at"))
    }
}
