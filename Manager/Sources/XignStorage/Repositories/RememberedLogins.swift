import XignDomain
import XignProtocol

/// The logins that browsers may repeat without the device. Each may be over by time.
package struct RememberedLogins {
    let transaction: any Transaction

    package func insert(_ remembered: RememberedLogin) throws {
        let values = Column.values { column in
            switch column {
            case .roleID: .of(remembered.roleID)
            case .serviceOrigin: .of(remembered.data.origin)
            case .scope: .of(TextList.join(remembered.data.scope))
            case .claims: .of(TextList.join(remembered.data.claims))
            case .policyVersion: .of(remembered.policyVersion)
            case .sharedID: .of(remembered.shared?.id)
            case .consentID: .of(remembered.shared?.consent)
            }
        }
        try transaction.execute(
            "INSERT INTO remembered_login \(remembered.login.values + remembered.cookie.values + values)")
    }

    /// Finds the login of a cookie.
    package func find(cookieHash: BearerHash) throws -> RememberedLogin? {
        try logins(from: "remembered_login WHERE cookie_hash = \(cookieHash)").first
    }

    /// Finds what is remembered of a confirmation.
    package func find(_ session: SessionID) throws -> RememberedLogin? {
        try logins(from: "remembered_login WHERE session_id = \(session)").first
    }

    /// Returns the logins of an account, newest first.
    package func all(of account: AccountID) throws -> [RememberedLogin] {
        try logins(from: "remembered_login WHERE account_id = \(account) ORDER BY created_at DESC, session_id")
    }

    /// Returns the logins that an activation has confirmed.
    func sessions(of activation: ActivationID) throws -> [SessionID] {
        try transaction.values("SELECT session_id FROM remembered_login WHERE activation_id = \(activation)")
    }

    /// Returns the logins in a role.
    func sessions(in role: RoleID) throws -> [SessionID] {
        // Rare, so that no index serves it.
        try transaction.values("SELECT session_id FROM remembered_login WHERE role_id = \(role)")
    }

    /// Keeps the moment of a repetition.
    /// - Returns: false where the login has ended meanwhile.
    package func use(_ session: SessionID, at now: Timestamp) throws -> Bool {
        try transaction.changedRows(
            "UPDATE remembered_login SET last_used_at = \(now) WHERE session_id = \(session)") == 1
    }

    // MARK: Parts of shared logins

    /// Returns the parts of a shared login.
    package func parts(of shared: SessionID) throws -> [RememberedLogin] {
        try logins(from: "remembered_login WHERE shared_id = \(shared)")
    }

    /// Finds the part of a service in a shared login.
    package func part(of shared: SessionID, at service: ServiceID) throws -> RememberedLogin? {
        try logins(from: "remembered_login WHERE shared_id = \(shared) AND service_id = \(service)").first
    }

    /// Returns the parts that rest on the consent of a process.
    func parts(byConsent process: SessionID) throws -> [SessionID] {
        try transaction.values("SELECT session_id FROM remembered_login WHERE consent_id = \(process)")
    }

    /// Returns the parts of a service.
    func parts(at service: ServiceID) throws -> [SessionID] {
        // Rare, so that no index serves it.
        try transaction.values(
            "SELECT session_id FROM remembered_login WHERE service_id = \(service) AND shared_id IS NOT NULL")
    }

    /// Moves the parts of a shared login into the one that replaces it, which has no part of the same services.
    package func moveParts(of former: SessionID, to shared: SharedLogin) throws {
        try transaction.execute(
            """
            UPDATE remembered_login SET shared_id = \(shared.sessionID), expires_at = \(shared.cookie.expiresAt)
            WHERE shared_id = \(former)
            """)
    }

    /// Keeps the moment of a use, and the consent that it rests on.
    package func use(part session: SessionID, consent: SessionID, at now: Timestamp) throws {
        try transaction.execute(
            "UPDATE remembered_login SET last_used_at = \(now), consent_id = \(consent) WHERE session_id = \(session)")
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

    private enum Column: Int, ColumnSet {
        case roleID, serviceOrigin, scope, claims, policyVersion, sharedID, consentID
        static let names = ColumnNames(Self.self)
    }

    private static func share(_ row: TableRow<Column>) throws -> RememberedLogin.Share? {
        guard let id: SessionID = try row.optional(.sharedID), let consent: SessionID = try row.optional(.consentID)
        else { return nil }
        return RememberedLogin.Share(of: id, consent: consent)
    }

    private func logins(from tail: SQL) throws -> [RememberedLogin] {
        try transaction.rows(
            ConfirmedLogin.Column.self, PersistentCookie.Column.self, Column.self, from: tail
        ).map { login, cookie, row in
            RememberedLogin(
                login: try ConfirmedLogin(login), roleID: try row(.roleID), cookie: try PersistentCookie(cookie),
                data: RememberedLogin.RequestedData(
                    origin: try row(.serviceOrigin), scope: TextList.split(try row(.scope)),
                    claims: TextList.claims(try row(.claims))),
                policyVersion: try row(.policyVersion), shared: try Self.share(row))
        }
    }
}
