import XignDomain
import XignProtocol

/// The logins that browsers may repeat without the device. Each may be over by time.
package struct RememberedLogins {
    let transaction: any Transaction

    package func insert(_ remembered: RememberedLogin) throws {
        let login = remembered.login
        try transaction.execute(
            """
            INSERT INTO remembered_login (\(Self.columns))
            VALUES (\(login.sessionID), \(login.serviceID), \(login.accountID), \(login.activationID),
                \(login.mappingID), \(login.roleName), \(TextList.join(login.factors)), \(login.authenticatedAt),
                \(remembered.roleID), \(remembered.cookieHash), \(remembered.data.origin),
                \(TextList.join(remembered.data.scope)), \(TextList.join(remembered.data.claims)),
                \(remembered.policyVersion), \(remembered.network), \(remembered.createdAt), \(remembered.expiresAt),
                \(remembered.lastUsedAt))
            """)
    }

    /// Finds the login of a cookie.
    package func find(cookieHash: BearerHash) throws -> RememberedLogin? {
        try transaction.row("SELECT \(Self.columns) FROM remembered_login WHERE cookie_hash = \(cookieHash)")
            .map(Self.remembered)
    }

    /// Finds what is remembered of a confirmation.
    package func find(_ session: SessionID) throws -> RememberedLogin? {
        try transaction.row("SELECT \(Self.columns) FROM remembered_login WHERE session_id = \(session)")
            .map(Self.remembered)
    }

    /// Returns the logins of an account, newest first.
    package func all(of account: AccountID) throws -> [RememberedLogin] {
        try transaction.rows(
            """
            SELECT \(Self.columns) FROM remembered_login WHERE account_id = \(account)
            ORDER BY created_at DESC, session_id
            """
        ).map(Self.remembered)
    }

    /// Returns the logins that an activation has confirmed.
    func sessions(of activation: ActivationID) throws -> [SessionID] {
        try transaction.rows("SELECT session_id FROM remembered_login WHERE activation_id = \(activation)")
            .map { try $0("session_id") }
    }

    /// Returns the logins in a role.
    func sessions(in role: RoleID) throws -> [SessionID] {
        // Rare, so that no index serves it.
        try transaction.rows("SELECT session_id FROM remembered_login WHERE role_id = \(role)")
            .map { try $0("session_id") }
    }

    /// Keeps the moment of a repetition.
    /// - Returns: false where the login has ended meanwhile.
    package func use(_ session: SessionID, at now: Timestamp) throws -> Bool {
        try transaction.changedRows(
            "UPDATE remembered_login SET last_used_at = \(now) WHERE session_id = \(session)") == 1
    }

    // MARK: Ends

    /// - Returns: false where the login has ended before.
    @discardableResult
    package func end(_ session: SessionID) throws -> Bool {
        try transaction.changedRows("DELETE FROM remembered_login WHERE session_id = \(session)") == 1
    }

    /// Ends the logins that an activation has confirmed, and nothing else.
    func endAll(of activation: ActivationID) throws {
        try transaction.execute("DELETE FROM remembered_login WHERE activation_id = \(activation)")
    }

    /// Removes logins whose time was over before a moment.
    /// - Returns: the number of rows; fewer than `limit` means that none is left.
    package func removeExpired(at now: Timestamp, limit: Int) throws -> Int {
        try transaction.changedRows(
            """
            DELETE FROM remembered_login WHERE session_id IN (
                SELECT session_id FROM remembered_login WHERE expires_at < \(now) LIMIT \(limit))
            """)
    }

    private static let columns: SQL.Fragment = """
        session_id, service_id, account_id, activation_id, mapping_id, role_name, factors, authenticated_at, role_id,
        cookie_hash, service_origin, scope, claims, policy_version, network, created_at, expires_at, last_used_at
        """

    private static func remembered(_ row: Row) throws -> RememberedLogin {
        RememberedLogin(
            login: try ConfirmedLogin(row), roleID: try row("role_id"), cookieHash: try row("cookie_hash"),
            data: RememberedLogin.RequestedData(
                origin: try row("service_origin"), scope: TextList.split(try row("scope")),
                claims: TextList.claims(try row("claims"))),
            policyVersion: try row("policy_version"), network: try row.optional("network"),
            createdAt: try row("created_at"), expiresAt: try row("expires_at"), lastUsedAt: try row("last_used_at"))
    }
}
