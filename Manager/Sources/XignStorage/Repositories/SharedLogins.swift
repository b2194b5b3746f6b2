import XignDomain
import XignProtocol

/// The logins that browsers share at the websites of an organization. Each may be over by time. The part of each
/// website is among the remembered logins.
package struct SharedLogins {
    let transaction: any Transaction

    package func insert(_ shared: SharedLogin) throws {
        let values = Column.values { column in
            switch column {
            case .sessionID: .of(shared.sessionID)
            case .organizationID: .of(shared.organizationID)
            case .accountID: .of(shared.accountID)
            case .activationID: .of(shared.activationID)
            case .factors: .of(TextList.join(shared.factors))
            case .authenticatedAt: .of(shared.authenticatedAt)
            }
        }
        try transaction.execute("INSERT INTO shared_login \(values + shared.cookie.values)")
    }

    /// Finds the login of a cookie.
    package func find(cookieHash: BearerHash) throws -> SharedLogin? {
        try logins(from: "shared_login WHERE cookie_hash = \(cookieHash)").first
    }

    /// Finds the login that a process has begun.
    package func find(_ session: SessionID) throws -> SharedLogin? {
        try logins(from: "shared_login WHERE session_id = \(session)").first
    }

    /// Returns the logins of an account, newest first.
    package func all(of account: AccountID) throws -> [SharedLogin] {
        try logins(from: "shared_login WHERE account_id = \(account) ORDER BY created_at DESC, session_id")
    }

    /// Keeps the moment of a use.
    /// - Returns: false where the login has ended meanwhile.
    package func use(_ session: SessionID, at now: Timestamp) throws -> Bool {
        try transaction.changedRows(
            "UPDATE shared_login SET last_used_at = \(now) WHERE session_id = \(session)") == 1
    }

    /// Replaces the cookie of a login.
    /// - Returns: false where the login has ended.
    package func renew(_ session: SessionID, cookieHash: BearerHash) throws -> Bool {
        try transaction.changedRows(
            "UPDATE shared_login SET cookie_hash = \(cookieHash) WHERE session_id = \(session)") == 1
    }

    // MARK: Ends of the rows, which no website is told of: see `Transaction.endSharedLogin`

    /// Ends a login, with the remembered logins of its websites.
    /// - Returns: false where it has ended before.
    @discardableResult
    package func end(_ session: SessionID) throws -> Bool {
        try transaction.execute("DELETE FROM remembered_login WHERE shared_id = \(session)")
        return try transaction.changedRows("DELETE FROM shared_login WHERE session_id = \(session)") == 1
    }

    /// Ends the logins that an activation has confirmed, with the remembered logins of their websites: another device
    /// of the person may have confirmed some of these.
    func endAll(of activation: ActivationID) throws {
        for session in try sessions(of: activation) { try end(session) }
    }

    /// Returns the logins that an activation has confirmed.
    func sessions(of activation: ActivationID) throws -> [SessionID] {
        try transaction.values("SELECT session_id FROM shared_login WHERE activation_id = \(activation)")
    }

    /// Ends the logins of an account. Their remembered logins are of the same account, and end apart.
    func endAll(of account: AccountID) throws {
        try transaction.execute("DELETE FROM shared_login WHERE account_id = \(account)")
    }

    /// Ends the login of an account at the websites of an organization, whose remembered logins end apart.
    func endAll(of account: AccountID, in organization: OrganizationID) throws {
        try transaction.execute(
            "DELETE FROM shared_login WHERE account_id = \(account) AND organization_id = \(organization)")
    }

    /// Returns the logins at the websites of an organization.
    func sessions(in organization: OrganizationID) throws -> [SessionID] {
        // Rare, so that no index serves it.
        try transaction.values("SELECT session_id FROM shared_login WHERE organization_id = \(organization)")
    }

    /// Removes logins whose time was over before a moment. Their remembered logins have the same end.
    /// - Returns: the number of rows; fewer than `limit` means that none is left.
    package func removeExpired(at now: Timestamp, limit: Int) throws -> Int {
        try transaction.changedRows(
            """
            DELETE FROM shared_login WHERE session_id IN (
                SELECT session_id FROM shared_login WHERE expires_at < \(now) LIMIT \(limit))
            """)
    }

    private enum Column: Int, ColumnSet {
        case sessionID, organizationID, accountID, activationID, factors, authenticatedAt
        static let names = ColumnNames(Self.self)
    }

    private func logins(from tail: SQL) throws -> [SharedLogin] {
        try transaction.rows(Column.self, PersistentCookie.Column.self, from: tail).map { row, cookie in
            SharedLogin(
                sessionID: try row(.sessionID), organizationID: try row(.organizationID),
                accountID: try row(.accountID), activationID: try row(.activationID),
                factors: TextList.factors(try row(.factors)), authenticatedAt: try row(.authenticatedAt),
                cookie: try PersistentCookie(cookie))
        }
    }
}

extension Transaction {
    /// Ends a shared login at all its websites, with what it gave them. Websites that want to know it are told.
    /// - Parameter includingOfflineAccess: false for an end that lasting accesses outlive.
    package func endSharedLogin(_ session: SessionID, includingOfflineAccess: Bool = false) throws {
        for part in try rememberedLogins.parts(of: session) {
            try endWebsiteSession(of: part.login.sessionID, includingOfflineAccess: includingOfflineAccess)
        }
        try sharedLogins.end(session)
    }

    /// Ends the shared logins that an activation has confirmed, at all their websites, also where another device of the
    /// person has confirmed since. Lasting accesses of that device stay.
    func endSharedLogins(of activation: ActivationID) throws {
        for session in try sharedLogins.sessions(of: activation) { try endSharedLogin(session) }
    }

    /// Ends the part of a service in a shared login, whose place another confirmation takes, with its codes and tokens.
    ///
    /// The website is told of no logout: it gets the other login at this moment, and might end that one by `sub`.
    /// - Parameter session: the confirmation that takes the place; the codes and tokens of its own stay.
    package func replacePart(of shared: SessionID, at service: ServiceID, by session: SessionID) throws {
        guard let former = try rememberedLogins.part(of: shared, at: service)?.login.sessionID else { return }
        try rememberedLogins.end(former)
        guard former != session else { return }
        try grants.endAll(of: former)
        if try refreshTokens.find(former) == nil { try attributeReleases.remove(former) }
    }

    /// Ends the shared logins of an organization, which a later declaration must not bring back.
    package func endSharedLogins(in organization: OrganizationID) throws {
        for session in try sharedLogins.sessions(in: organization) { try endSharedLogin(session) }
    }

    /// Ends the parts of a service in shared logins, which a later declaration must not bring back.
    package func endParts(of service: ServiceID) throws {
        for session in try rememberedLogins.parts(at: service) {
            try endWebsiteSession(of: session, includingOfflineAccess: false)
        }
    }
}
