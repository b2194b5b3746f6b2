import Threads
import XignDomain
import XignStorage

/// Removes expired rows: processes, pushed requests, one-time values, browser sessions, remembered and shared logins,
/// codes, grants, refresh tokens, released attributes, open tokens, request names, mailed codes, notices, messages that
/// nobody has taken, acts without their second administrator, and activations and invitations that nobody used.
///
/// Rows that a person or a website can begin anew go by the clock. Rows that nobody can replace go by the checked time
/// (`docs/operations.md` has the list), and so do values that count once: a clock that was ahead for a moment admits no
/// repetition.
package final class RemoveExpired: Sendable {
    /// The retention of finished logins and codes: a late repetition gets its own answer, and a replay is noticed.
    package static let retentionSeconds: Int64 = 3600
    /// The time for which the delivery of a message is tried.
    package static let outboxSeconds: Int64 = 3 * 86_400
    /// Rows removed in one transaction. Other writers wait for one batch at most.
    private static let batch = 100

    private let context: Context
    /// The end of the span that the last round covered; the next one begins there.
    private let unclaimedRemovedUntil = Locked(Timestamp(rawValue: 0))

    package init(_ context: Context) { self.context = context }

    /// Runs one round.
    /// - Parameter isStopping: asked after each batch; true ends the removal of that kind of rows.
    package func callAsFunction(isStopping: () -> Bool) throws {
        let now = context.clock.now()
        let before = now - Self.retentionSeconds
        try remove(isStopping) { try $0.processes.removeOld(before: before, limit: Self.batch) }
        try removeUnclaimed(until: now - Process.unclaimedRetentionSeconds, isStopping)
        try remove(isStopping) {
            try $0.browserSessions.removeOld(begunBefore: now - BrowserSession.maximumSeconds, limit: Self.batch)
        }
        try remove(isStopping) { try $0.rememberedLogins.removeExpired(at: now, limit: Self.batch) }
        try remove(isStopping) { try $0.sharedLogins.removeExpired(at: now, limit: Self.batch) }
        // Personal data is removed without retention, once the last access token that could release it has expired.
        try remove(isStopping) { try $0.attributeReleases.removeExpired(at: now, limit: Self.batch) }
        try remove(isStopping) { try $0.grants.removeOld(before: before, limit: Self.batch) }
        try remove(isStopping) { try $0.refreshTokens.removeExpired(at: now, limit: Self.batch) }
        try remove(isStopping) { try $0.activations.removeOldOpenTokens(before: before, limit: Self.batch) }
        try remove(isStopping) {
            try $0.utilityGrants.removeOld(before: now - UtilityGrant.retentionSeconds, limit: Self.batch)
        }
        try remove(isStopping) {
            try $0.endPendingActs(begunUntil: now - PendingAct.maximumSeconds, at: now, limit: Self.batch)
        }
        try remove(isStopping) {
            try $0.pushedRequests.removeOld(before: now - PushedRequest.retentionSeconds, limit: Self.batch)
        }
        try erase(at: now, isStopping)
    }

    /// Removes what goes by the checked time.
    private func erase(at now: Timestamp, _ isStopping: () -> Bool) throws {
        func erase(_ batch: @escaping @Sendable (any Transaction, Timestamp) throws -> Int) throws {
            try remove(isStopping) { transaction in try transaction.erase(at: now) { try batch(transaction, $0) } }
        }
        try erase { try $0.oneTimeValues.removeOld(before: $1 - Self.retentionSeconds, limit: Self.batch) }
        try erase { try $0.seenRequests.removeOld(before: $1 - Self.retentionSeconds, limit: Self.batch) }
        try erase { try $0.mailCodes.removeOld(before: $1 - MailCode.retentionSeconds, limit: Self.batch) }
        try erase { try $0.notices.removeOld(before: $1 - Notices.retentionSeconds, limit: Self.batch) }
        try remove(isStopping) { transaction in
            try transaction.outbox.date(at: now)
            return try transaction.erase(at: now) {
                try transaction.outbox.removeOld(before: $0 - Self.outboxSeconds, limit: Self.batch)
            }
        }
        try erase { try $0.joinLinks.removeOld(before: $1 - JoinLink.retentionSeconds, limit: Self.batch) }
        // An open token that was issued just before an activation expired has expired by then too.
        try erase { try $0.activations.voidExpired(before: $1 - Self.retentionSeconds, limit: Self.batch) }
        try erase {
            try RemoveExpiredInvitations(now: now, transaction: $0)(
                before: $1 - Self.retentionSeconds, joinsBefore: $1 - OpenToken.lifetimeSeconds, limit: Self.batch)
        }
    }

    private func removeUnclaimed(until: Timestamp, _ isStopping: () -> Bool) throws {
        let begin = unclaimedRemovedUntil.withLock { $0 }
        // From the beginning if the clock was set back.
        let span = (begin < until ? begin : Timestamp(rawValue: 0))..<until
        try remove(isStopping) { try $0.processes.removeUnclaimed(expired: span, limit: Self.batch) }
        unclaimedRemovedUntil.withLock { $0 = until }
    }

    private func remove(
        _ isStopping: () -> Bool, _ batch: @escaping @Sendable (any Transaction) throws -> Int
    ) throws {
        while try context.database.write(batch) >= Self.batch {
            if isStopping() { return }
        }
    }
}
