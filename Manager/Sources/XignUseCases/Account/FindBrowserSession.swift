import XignDomain
import XignProtocol
import XignStorage

/// Finds the session of a browser at a surface, and prolongs it.
package struct FindBrowserSession: Sendable {
    /// A session that has not ended, with the account and the activation as they are now.
    package struct Found: Sendable {
        package let session: BrowserSession
        package let account: Account
        /// The activation that confirmed the login.
        package let activation: Activation
        /// The grants of the account. At the account pages they are not read.
        package let grants: [AdministratorGrant]

        /// - Returns: nil where the session has ended: by time, with its activation, its account, or, at the console,
        ///   the account's last grant.
        init?(_ session: BrowserSession?, at now: Timestamp, _ transaction: any Transaction) throws {
            // Looked at with each request, although the session is removed with its activation or account: a row that
            // an error has left gives no right.
            guard let session, session.isOpen(at: now),
                let account = try transaction.accounts.find(id: session.accountID), account.isActive,
                let activation = try transaction.activations.find(session.activationID),
                activation.accountID == account.id, activation.isUsable
            else { return nil }
            switch session.surface {
            case .account: grants = []
            case .console: grants = try transaction.administratorGrants.all(of: account.id)
            }
            guard session.surface == .account || grants.mayEnterConsole && activation.isUsableAtConsole else {
                return nil
            }
            (self.session, self.account, self.activation) = (session, account, activation)
        }
    }

    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Parameters:
    ///   - cookie: the value that the browser sends.
    ///   - surface: the surface that the browser has asked.
    /// - Returns: nil for an unknown value, for a session at another surface, and for one that has ended.
    package func callAsFunction(cookie: String, of surface: BrowserSession.Surface = .account) async throws -> Found? {
        let now = context.clock.now()
        let hash = BearerHash(of: cookie)
        let found = try context.database.read { transaction in
            let session = try transaction.browserSessions.find(cookieHash: hash)
            return session?.surface == surface ? try Found(session, at: now, transaction) : nil
        }
        guard let session = found?.session, session.lastSeen + BrowserSession.lastSeenStepSeconds <= now else {
            return found
        }
        // Has no effect on a session that was ended meanwhile.
        try await context.database.write { try $0.browserSessions.touch(session.id, at: now) }
        return found
    }
}

extension [AdministratorGrant] {
    /// True for the grants of an account that may log in at the console.
    var mayEnterConsole: Bool { contains { PermissionTable.permission(.enterConsole).isGiven(by: $0) } }
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
