import XignDomain
import XignStorage

/// Reads the first page of the account: the notices since the last visit, and the numbers of values and websites.
package struct ReadOverview: Sendable {
    package struct Overview: Sendable {
        /// The last login before the present one.
        package let lastLogin: Timestamp?
        package let valueCount: Int
        package let websiteCount: Int
        /// Newest first, without those that the person knows (`Notices.newest`). They go once the person logs in again
        /// with this device; a visit with another one, which may be a thief's, hides nothing.
        package let notices: [NoticeEvent]
    }

    private let context: Context

    package init(_ context: Context) { self.context = context }

    package func callAsFunction(_ session: BrowserSession) throws -> Overview {
        let now = context.clock.now()
        let logins = try ReadHistory(context).lastLogins(before: session)
        let since = logins.sameDevice ?? (now - Notices.retentionSeconds)
        return try context.database.read { transaction in
            Overview(
                lastLogin: logins.any,
                valueCount: try transaction.attributeValues.all(of: session.accountID).count,
                websiteCount: try transaction.uses(by: session.accountID, at: now).count,
                notices: try transaction.notices.newest(since: since, for: session))
        }
    }
}
