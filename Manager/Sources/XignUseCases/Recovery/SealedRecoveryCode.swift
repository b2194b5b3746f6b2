import XignDomain
import XignProtocol
import XignStorage

/// A recovery code that was just made, sealed for the browser that has asked for it, which keeps it itself: the
/// database has its hash alone.
///
/// It opens for the browser's session and account, for ten minutes, while it is the account's code.
package struct SealedRecoveryCode: Sendable {
    private static let lifetimeSeconds: Int64 = 600

    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Parameter session: the session that has asked for the code.
    /// - Returns: base64url.
    package func seal(_ code: RecoveryCode, for session: BrowserSession) throws -> String {
        Base64URL.encode(try context.database.vault.seal(Array(code.text.utf8), at: Self.place(session)))
    }

    /// - Parameter text: as the browser sends it.
    /// - Returns: nil also for a text that was altered, and for one of another session.
    /// - Throws: `StorageError`.
    package func open(_ text: String, for session: BrowserSession) throws -> RecoveryCode? {
        guard let sealed = Base64URL.decode(text),
            let opened = try? context.database.vault.open(sealed, at: Self.place(session)),
            let code = RecoveryCode(typed: String(decoding: opened, as: UTF8.self))
        else { return nil }
        let now = context.clock.now()
        return try context.database.read { transaction in
            guard let found = try transaction.openSession(session, at: now),
                let recovery = try transaction.readableRecovery(of: found.account.id), recovery.codeHash == code.hash,
                now.isBefore(recovery.madeAt + Self.lifetimeSeconds, ofLifetime: Self.lifetimeSeconds)
            else { return nil }
            return code
        }
    }

    private static func place(_ session: BrowserSession) -> Vault.Place {
        Vault.Place(column: "cookie.recovery_code", account: session.accountID, item: session.id.description)
    }
}
