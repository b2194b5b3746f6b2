import XignDomain
import XignProtocol

/// Authentication processes. Every change of state is of a session that this transaction has read, names the state that it leaves,
/// and says whether it took place; every one of them is told to whoever watches the session (`LoginSessionNotice`).
package struct LoginSessions {
    let transaction: any Transaction

    package func find(_ id: SessionID) throws -> LoginSession? {
        try transaction.row("SELECT \(Self.columns) FROM login_session WHERE id = \(id)").map(Self.session)
    }

    /// The sessions whose ids begin so: all of them, where nothing is given.
    package func find(beginning bytes: [UInt8]) throws -> [LoginSession] {
        let missing = SessionID.byteCount - bytes.count
        let (first, last) = (
            bytes + [UInt8](repeating: 0, count: missing), bytes + [UInt8](repeating: 255, count: missing)
        )
        return try transaction.rows(
            "SELECT \(Self.columns) FROM login_session WHERE id >= \(first) AND id <= \(last)"
        ).map(Self.session)
    }

    package func insert(_ session: LoginSession) throws {
        try transaction.execute(
            """
            INSERT INTO login_session (\(Self.columns))
            VALUES (\(session.id), \(session.state), \(session.channel), \(session.purpose), \(session.serviceID),
                \(session.authorization.redirectURI), \(TextList.join(session.authorization.scope)),
                \(session.authorization.state), \(session.authorization.nonce), \(session.authorization.codeChallenge),
                \(TextList.join(session.authorization.claims)), \(session.cookieHash), \(session.createdAt),
                \(session.expiresAt), \(session.activationID), \(session.tokenHash), \(session.roleID), \(session.statement),
                \(session.declineReason), \(session.authenticatedAt), \(TextList.join(session.factors)),
                \(session.failuresBefore), \(session.wrongAttributes), \(session.returnHash), \(session.codesIssued),
                \(session.authorization.requirements.accountID),
                \(session.authorization.requirements.contextClasses.map(TextList.join)))
            """)
    }

    /// Binds a waiting session to the first activation that comes, and to the way on which it comes; or gives the one that it is
    /// bound to a new token. False where another activation or another way was first, or the session is over.
    package func claim(
        _ session: LoginSession, by activation: ActivationID, channel: Channel = .crossDevice, tokenHash: [UInt8],
        at now: Timestamp
    ) throws -> Bool {
        try change(
            """
            UPDATE login_session SET state = \(LoginSession.State.scanned), channel = \(channel), activation_id = \(activation),
                token_hash = \(tokenHash), statement = NULL, role_id = NULL
            WHERE id = \(session.id) AND expires_at > \(now) AND (state = \(LoginSession.State.waiting)
                OR (activation_id = \(activation) AND channel = \(channel)
                    AND state IN (\(LoginSession.State.scanned), \(LoginSession.State.confirming))))
            """, .init(session.id, .scanned, channel, session.expiresAt))
    }

    /// Sets the statement that must be signed, for the first time or anew.
    package func prepare(_ session: LoginSession, role: String, statement: [UInt8], at now: Timestamp) throws -> Bool {
        try change(
            """
            UPDATE login_session SET state = \(LoginSession.State.confirming), role_id = \(role), statement = \(statement)
            WHERE id = \(session.id) AND expires_at > \(now)
                AND state IN (\(LoginSession.State.scanned), \(LoginSession.State.confirming))
            """, .init(session.id, .confirming, session.channel, session.expiresAt))
    }

    /// Counts attributes that were not acceptable.
    package func countWrongAttributes(_ id: SessionID) throws {
        try transaction.execute(
            "UPDATE login_session SET wrong_attributes = wrong_attributes + 1 WHERE id = \(id)")
    }

    /// After a refused attempt: another statement, and time to sign it.
    package func renew(_ session: LoginSession, statement: [UInt8], expiresAt: Timestamp) throws -> Bool {
        try change(
            """
            UPDATE login_session SET statement = \(statement), expires_at = \(expiresAt)
            WHERE id = \(session.id) AND state = \(LoginSession.State.confirming)
            """, .init(session.id, .confirming, session.channel, expiresAt))
    }

    /// Confirmed: the browser may now fetch its code, for a minute.
    /// - Parameter returnHash: where it must bring the secret from the device as well.
    package func finish(
        _ session: LoginSession, factors: [FactorType], failuresBefore: Int, returnHash: [UInt8]? = nil,
        expiresAt: Timestamp, at now: Timestamp
    ) throws -> Bool {
        try change(
            """
            UPDATE login_session SET state = \(LoginSession.State.done), factors = \(TextList.join(factors)),
                failures_before = \(failuresBefore), return_hash = \(returnHash), authenticated_at = \(now), expires_at = \(expiresAt)
            WHERE id = \(session.id) AND state = \(LoginSession.State.confirming)
            """, .init(session.id, .done, session.channel, expiresAt))
    }

    package func decline(_ session: LoginSession, reason: Abort.Reason) throws -> Bool {
        try change(
            """
            UPDATE login_session SET state = \(LoginSession.State.declined), decline_reason = \(reason)
            WHERE id = \(session.id) AND state IN (\(LoginSession.State.scanned), \(LoginSession.State.confirming))
            """, .init(session.id, .declined, session.channel, session.expiresAt, declineReason: reason))
    }

    /// Ends a session without a result: a lockout outlives it, the browser has begun another, or was told that its time is over.
    /// - Returns: false where it has changed meanwhile, or has ended before.
    package func expire(_ session: LoginSession) throws -> Bool {
        guard session.state.isOpen || session.state == .done else { return false }
        return try change(
            """
            UPDATE login_session SET state = \(LoginSession.State.expired)
            WHERE id = \(session.id) AND state = \(session.state)
            """, .init(session.id, .expired, session.channel, session.expiresAt))
    }

    /// The browser fetches its answer for the first time.
    package func complete(_ session: LoginSession, at now: Timestamp) throws -> Bool {
        try change(
            """
            UPDATE login_session SET state = \(LoginSession.State.completed), codes_issued = 1
            WHERE id = \(session.id) AND state = \(LoginSession.State.done) AND expires_at > \(now)
            """, .init(session.id, .completed, session.channel, session.expiresAt))
    }

    /// Counts one more code for a session that is completed.
    package func countRepeatedCode(_ session: LoginSession) throws {
        try transaction.execute("UPDATE login_session SET codes_issued = codes_issued + 1 WHERE id = \(session.id)")
    }

    /// Removes what is long over.
    /// - Returns: how many; fewer than `limit` means that nothing is left.
    package func removeOld(before: Timestamp, limit: Int) throws -> Int {
        try transaction.changedRows(
            """
            DELETE FROM login_session WHERE id IN (SELECT id FROM login_session WHERE expires_at < \(before) LIMIT \(limit))
            """)
    }

    /// Removes a session that no device has claimed, for another one. Its open pages are told that it has expired.
    package func removeUnclaimed(_ id: SessionID) throws {
        guard let session = try find(id) else { return }
        _ = try change(
            "DELETE FROM login_session WHERE id = \(id) AND activation_id IS NULL",
            .init(id, .expired, session.channel, session.expiresAt))
    }

    /// Removes those that no device has ever claimed, and that expired within a span of time.
    /// - Returns: how many; fewer than `limit` means that nothing is left.
    package func removeUnclaimed(expired span: Range<Timestamp>, limit: Int) throws -> Int {
        try transaction.changedRows(
            """
            DELETE FROM login_session WHERE id IN (
                SELECT id FROM login_session WHERE expires_at >= \(span.lowerBound) AND expires_at < \(span.upperBound)
                    AND activation_id IS NULL LIMIT \(limit))
            """)
    }

    /// - Parameter notice: what the session is after it.
    private func change(_ sql: SQL, _ notice: LoginSessionNotice) throws -> Bool {
        guard try transaction.changedRows(sql) == 1 else { return false }
        try transaction.notify(LoginSessionNotice.topic, notice.payload)
        return true
    }

    private static let columns: SQL.Fragment = """
        id, state, channel, purpose, service_id, redirect_uri, scope, oauth_state, nonce, code_challenge, claims, cookie_hash,
        created_at, expires_at, activation_id, token_hash, role_id, statement, decline_reason, authenticated_at, factors,
        failures_before, wrong_attributes, return_hash, codes_issued, required_account_id, required_context_classes
        """

    private static func session(_ row: Row) throws -> LoginSession {
        LoginSession(
            id: try row("id"), state: try row("state"), channel: try row("channel"), purpose: try row("purpose"),
            serviceID: try row("service_id"),
            authorization: AuthorizationRequest(
                redirectURI: try row("redirect_uri"), scope: TextList.split(try row("scope")),
                state: try row.optional("oauth_state"), nonce: try row.optional("nonce"),
                codeChallenge: try row.optional("code_challenge"), claims: TextList.claims(try row("claims")),
                requirements: LoginRequirements(
                    accountID: try row.optional("required_account_id"),
                    contextClasses: try row.optional("required_context_classes").map(TextList.contextClasses))),
            cookieHash: try row("cookie_hash"), createdAt: try row("created_at"), expiresAt: try row("expires_at"),
            activationID: try row.optional("activation_id"), tokenHash: try row.optional("token_hash"),
            roleID: try row.optional("role_id"), statement: try row.optional("statement"),
            declineReason: try row.optional("decline_reason"), authenticatedAt: try row.optional("authenticated_at"),
            factors: TextList.factors(try row("factors")), failuresBefore: try row("failures_before"),
            wrongAttributes: try row("wrong_attributes"), returnHash: try row.optional("return_hash"),
            codesIssued: try row("codes_issued"))
    }
}
