import XignDomain
import XignProtocol

/// The lasting accesses of websites, each with its valid refresh token.
package struct RefreshTokens {
    let transaction: any Transaction

    package func insert(_ token: RefreshToken) throws {
        let values = Column.values { column in
            switch column {
            case .familyHash: .of(token.familyHash)
            case .hash: .of(token.hash)
            case .codeHash: .of(token.codeHash)
            case .scope: .of(TextList.join(token.scope))
            case .dpopThumbprint: .of(token.dpopThumbprint)
            case .offlineUntil: .of(token.offlineUntil)
            case .lastUsedAt: .of(token.lastUsedAt)
            case .expiresAt: .of(token.expiresAt)
            }
        }
        try transaction.execute("INSERT INTO refresh_token \(values + token.login.values)")
    }

    package func find(family: BearerHash) throws -> RefreshToken? {
        try tokens(from: "refresh_token WHERE family_hash = \(family)").first
    }

    package func find(_ session: SessionID) throws -> RefreshToken? {
        try tokens(from: "refresh_token WHERE session_id = \(session)").first
    }

    package func all(of account: AccountID) throws -> [RefreshToken] {
        try tokens(from: "refresh_token WHERE account_id = \(account)")
    }

    /// Returns the logins that an activation has confirmed.
    func sessions(of activation: ActivationID) throws -> [SessionID] {
        try transaction.values("SELECT session_id FROM refresh_token WHERE activation_id = \(activation)")
    }

    /// Returns the logins in a role.
    func sessions(in role: Role) throws -> [SessionID] {
        // Rare, so that no index serves it.
        try transaction.values(
            "SELECT session_id FROM refresh_token WHERE service_id = \(role.serviceID) AND role_name = \(role.name)"
        )
    }

    /// Returns the logins at a service.
    func sessions(at service: ServiceID) throws -> [SessionID] {
        // Rare, so that no index serves it.
        try transaction.values("SELECT session_id FROM refresh_token WHERE service_id = \(service)")
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

    private enum Column: Int, ColumnSet {
        case familyHash, hash, codeHash, scope, dpopThumbprint, offlineUntil, lastUsedAt, expiresAt
        static let names = ColumnNames(Self.self)
    }

    private func tokens(from tail: SQL) throws -> [RefreshToken] {
        try transaction.rows(Column.self, ConfirmedLogin.Column.self, from: tail).map { row, login in
            RefreshToken(
                familyHash: try row(.familyHash), hash: try row(.hash), codeHash: try row(.codeHash),
                login: try ConfirmedLogin(login), scope: TextList.split(try row(.scope)),
                dpopThumbprint: try row.optional(.dpopThumbprint), offlineUntil: try row(.offlineUntil),
                lastUsedAt: try row(.lastUsedAt), expiresAt: try row(.expiresAt))
        }
    }
}
