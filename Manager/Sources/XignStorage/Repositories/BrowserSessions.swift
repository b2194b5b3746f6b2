import XignDomain
import XignProtocol

/// The browsers that are logged in at the manager's own pages.
package struct BrowserSessions {
    let transaction: any Transaction

    package func insert(_ session: BrowserSession) throws {
        let values = Column.values { column in
            switch column {
            case .id: .of(session.id)
            case .cookieHash: .of(session.cookieHash)
            case .surface: .of(session.surface)
            case .accountID: .of(session.accountID)
            case .activationID: .of(session.activationID)
            case .network: .of(session.network)
            case .browserKind: .of(session.browserKind?.stored)
            case .createdAt: .of(session.createdAt)
            case .lastSeen: .of(session.lastSeen)
            }
        }
        try transaction.execute("INSERT INTO browser_session \(values)")
    }

    /// Finds the session of a cookie. It may have ended by time.
    package func find(cookieHash: BearerHash) throws -> BrowserSession? {
        try transaction.row(Column.self, from: "browser_session WHERE cookie_hash = \(cookieHash)")
            .map(Self.session)
    }

    /// Finds a session. It may have ended by time.
    package func find(_ id: BrowserSessionID) throws -> BrowserSession? {
        try transaction.row(Column.self, from: "browser_session WHERE id = \(id)").map(Self.session)
    }

    /// Returns the sessions of an account, newest first. Some may have ended by time.
    package func all(of account: AccountID) throws -> [BrowserSession] {
        try transaction.rows(
            Column.self, from: "browser_session WHERE account_id = \(account) ORDER BY created_at DESC, id"
        ).map(Self.session)
    }

    /// Keeps the moment of a session's last request.
    package func touch(_ id: BrowserSessionID, at now: Timestamp) throws {
        try transaction.execute("UPDATE browser_session SET last_seen = \(now) WHERE id = \(id)")
    }

    // MARK: Ends

    /// Ends a session of an account.
    /// - Returns: false where the account has no such session.
    package func end(_ id: BrowserSessionID, of account: AccountID) throws -> Bool {
        try transaction.changedRows("DELETE FROM browser_session WHERE id = \(id) AND account_id = \(account)") == 1
    }

    /// Ends all sessions.
    /// - Returns: their number.
    package func endAll() throws -> Int { try transaction.changedRows("DELETE FROM browser_session") }

    /// Ends all sessions of an account.
    /// - Returns: their number.
    package func endAll(of account: AccountID) throws -> Int {
        try transaction.changedRows("DELETE FROM browser_session WHERE account_id = \(account)")
    }

    /// Ends the sessions that an activation has confirmed.
    /// - Parameter kept: a session that stays.
    /// - Returns: their number.
    @discardableResult
    package func endAll(of activation: ActivationID, except kept: BrowserSessionID? = nil) throws -> Int {
        try transaction.changedRows(
            """
            DELETE FROM browser_session WHERE activation_id = \(activation)
                AND (\(kept == nil) = \(true) OR id <> \(kept))
            """)
    }

    /// Removes sessions that began before a moment.
    /// - Returns: the number of rows; fewer than `limit` means that none is left.
    package func removeOld(begunBefore moment: Timestamp, limit: Int) throws -> Int {
        try transaction.changedRows(
            """
            DELETE FROM browser_session WHERE id IN (
                SELECT id FROM browser_session WHERE created_at < \(moment) LIMIT \(limit))
            """)
    }

    private enum Column: Int, ColumnSet {
        case id, cookieHash, surface, accountID, activationID, network, browserKind, createdAt, lastSeen
        static let names = ColumnNames(Self.self)
    }

    private static func session(_ row: TableRow<Column>) throws -> BrowserSession {
        BrowserSession(
            id: try row(.id), cookieHash: try row(.cookieHash), surface: try row(.surface),
            accountID: try row(.accountID),
            activationID: try row(.activationID), network: try row.optional(.network),
            browserKind: try row.optional(.browserKind).flatMap(BrowserKind.init(stored:)),
            createdAt: try row(.createdAt), lastSeen: try row(.lastSeen))
    }
}
