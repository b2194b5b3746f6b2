import XignDomain
import XignStorage

/// Reads the first page of the account: the notices since the last visit, and the numbers of values and websites.
package struct ReadOverview: Sendable {
    package struct Overview: Sendable {
        /// The last login before the present one.
        package let lastLogin: Timestamp?
        package let valueCount: Int
        /// Nil where the manager has no mail server.
        package let addresses: Addresses?
        package let websiteCount: Int
        /// Newest first, without those that the person knows (`Notices.newest`). They go once the person logs in again
        /// with this device; a visit with another one, which may be a thief's, hides nothing.
        package let notices: [NoticeEvent]
    }

    /// The mail addresses of an account, as far as the first steps go.
    package enum Addresses: Sendable, Equatable {
        case none
        /// - Parameter id: the public id of the first one that can be verified.
        case unverified(id: String)
        case verified
    }

    private let context: Context

    package init(_ context: Context) { self.context = context }

    package func callAsFunction(_ session: BrowserSession) throws -> Overview {
        let now = context.clock.now()
        let logins = try ReadHistory(context).lastLogins(before: session)
        let since = logins.sameDevice ?? (now - Notices.retentionSeconds)
        return try context.database.read { [sendsMail = context.installation.sendsMail] transaction in
            let values = try transaction.ownValues(of: session.accountID)
            return Overview(
                lastLogin: logins.any,
                valueCount: values.count, addresses: sendsMail ? Addresses(values) : nil,
                websiteCount: try transaction.uses(by: session.accountID, at: now).count,
                notices: try transaction.notices.newest(since: since, for: session))
        }
    }
}

extension ReadOverview.Addresses {
    fileprivate init(_ values: [ListOwnData.Value]) {
        let addresses = values.filter { $0.value.attribute == .email }
        if addresses.contains(where: \.value.isVerified) {
            self = .verified
        } else {
            let first = addresses.first { $0.value.canBeMailed }
            self = first.map { .unverified(id: $0.id) } ?? .none
        }
    }
}
