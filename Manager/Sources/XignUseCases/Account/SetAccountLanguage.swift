import XignDomain
import XignStorage

/// Keeps the language that a person has chosen for their account.
package struct SetAccountLanguage: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Parameter language: nil to take the choice back.
    /// - Returns: false, without an effect, where the browser's session has ended.
    package func callAsFunction(_ language: Language?, in session: BrowserSession) async throws -> Bool {
        let now = context.clock.now()
        return try await context.database.write { transaction in
            guard let account = try transaction.openSession(session, at: now)?.account else { return false }
            try transaction.accounts.setLanguage(language, account: account.id)
            return true
        }
    }
}
