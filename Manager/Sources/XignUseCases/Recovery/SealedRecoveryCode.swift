import XignDomain
import XignProtocol
import XignStorage

/// A recovery code that was just made, sealed for the browser that has asked for it, which keeps it itself: the
/// database has its hash alone.
///
/// It opens for the browser's session and account, for ten minutes, while it is the account's code.
package struct SealedRecoveryCode: Sendable {
    private struct Content: Codable {
        let code: String
    }

    private static let lifetimeSeconds: Int64 = 600

    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Parameter session: the session that has asked for the code.
    /// - Returns: base64url.
    package func seal(_ code: RecoveryCode, for session: BrowserSession) throws -> String {
        try cookie(of: session).seal(Content(code: code.text))
    }

    /// - Parameter text: as the browser sends it.
    /// - Returns: nil also for a text that was altered, and for one of another session.
    /// - Throws: `StorageError`.
    package func open(_ text: String, for session: BrowserSession) throws -> RecoveryCode? {
        guard let code = cookie(of: session).open(text).flatMap({ RecoveryCode(typed: $0.code) }) else { return nil }
        let now = context.clock.now()
        return try context.database.read { transaction in
            guard let found = try transaction.openSession(session, at: now),
                let recovery = try transaction.readableRecovery(of: found.account.id), recovery.codeHash == code.hash,
                now.isBefore(recovery.madeAt + Self.lifetimeSeconds, ofLifetime: Self.lifetimeSeconds)
            else { return nil }
            return code
        }
    }

    private func cookie(of session: BrowserSession) -> SealedCookie<Content> {
        SealedCookie(context.database.vault, at: "cookie.recovery_code", of: session)
    }
}
