import XignDomain
import XignStorage

/// Lists the browsers that are logged in at the account pages.
package struct ListBrowserSessions: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Returns: the sessions that have not ended, newest first.
    package func callAsFunction(_ account: AccountID) throws -> [BrowserSession] {
        let now = context.clock.now()
        return try context.database.read { try $0.browserSessions.all(of: account) }.filter { $0.isOpen(at: now) }
    }
}
