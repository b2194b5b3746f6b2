import XignDomain
import XignProtocol
import XignStorage

/// Ends browser sessions at the account pages.
package struct EndBrowserSession: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// Ends the browser's own session. Has no effect on one that has ended.
    package func own(_ session: BrowserSession) async throws {
        let now = context.clock.now()
        try await context.database.write { _ = try $0.end(session, at: now) }
    }

    /// Ends a session of the same account.
    /// - Parameter session: the session of the browser that asks.
    /// - Returns: false where the account has no such session, or the browser's own has ended.
    package func other(_ id: BrowserSessionID, in session: BrowserSession) async throws -> Bool {
        let now = context.clock.now()
        return try await context.database.write { transaction in
            guard let account = try transaction.openSession(session, at: now)?.account,
                let other = try transaction.browserSessions.find(id), other.accountID == account.id
            else { return false }
            return try transaction.end(other, at: now)
        }
    }

    /// Ends all sessions of the account, the one that asks included.
    /// - Returns: their number; 0 where the session that asks has ended.
    package func all(in session: BrowserSession) async throws -> Int {
        let now = context.clock.now()
        return try await context.database.write { transaction in
            guard let account = try transaction.openSession(session, at: now)?.account else { return 0 }
            return try transaction.browserSessions.all(of: account.id).count { try transaction.end($0, at: now) }
        }
    }
}

extension Transaction {
    /// Ends a session, and records that.
    /// - Returns: false, without an effect, where it was removed before.
    func end(_ session: BrowserSession, at now: Timestamp) throws -> Bool {
        guard try browserSessions.end(session.id, of: session.accountID) else { return false }
        try audit.append(
            AuditEvent(
                .sessionEnded, at: now, accountID: session.accountID, activationID: session.activationID,
                serviceID: BuiltInParties.serviceID(of: session.surface), network: session.network))
        return true
    }
}
