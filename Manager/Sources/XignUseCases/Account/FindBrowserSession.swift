import XignDomain
import XignProtocol
import XignStorage

/// Finds the session of a browser at the account pages, and prolongs it.
package struct FindBrowserSession: Sendable {
    /// A session that has not ended, with the account and the activation as they are now.
    package struct Found: Sendable {
        package let session: BrowserSession
        package let account: Account
        /// The activation that confirmed the login.
        package let activation: Activation

        /// - Returns: nil where the session has ended: by time, with its activation, or with its account.
        init?(_ session: BrowserSession?, at now: Timestamp, _ transaction: any Transaction) throws {
            // Looked at with each request, although the session is removed with its activation or account: a row that
            // an error has left gives no right.
            guard let session, session.isOpen(at: now),
                let account = try transaction.accounts.find(id: session.accountID), account.isActive,
                let activation = try transaction.activations.find(session.activationID),
                activation.accountID == account.id, activation.isUsable
            else { return nil }
            (self.session, self.account, self.activation) = (session, account, activation)
        }
    }

    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Parameter cookie: the value that the browser sends.
    /// - Returns: nil for an unknown value, and for a session that has ended.
    package func callAsFunction(cookie: String) async throws -> Found? {
        let now = context.clock.now()
        let hash = BearerHash(of: cookie)
        let found = try context.database.read { transaction in
            try Found(try transaction.browserSessions.find(cookieHash: hash), at: now, transaction)
        }
        guard let session = found?.session, session.lastSeen + BrowserSession.lastSeenStepSeconds <= now else {
            return found
        }
        // Has no effect on a session that was ended meanwhile.
        try await context.database.write { try $0.browserSessions.touch(session.id, at: now) }
        return found
    }
}

extension Transaction {
    /// Finds a session that has not ended, in the transaction that acts for it.
    func openSession(_ session: BrowserSession, at now: Timestamp) throws -> FindBrowserSession.Found? {
        try FindBrowserSession.Found(try browserSessions.find(session.id), at: now, self)
    }

    /// Locks the account of a session, then finds the session: for an act that changes several parts of the account.
    func openSessionLockingAccount(
        _ session: BrowserSession, at now: Timestamp
    ) throws -> FindBrowserSession.Found? {
        guard try accounts.lock(session.accountID) != nil else { return nil }
        return try openSession(session, at: now)
    }
}
