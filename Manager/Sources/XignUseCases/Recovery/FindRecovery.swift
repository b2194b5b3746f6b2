import XignDomain
import XignProtocol
import XignStorage

/// Finds the recovery of a browser that shows a recovery code, or the cookie that it got for one.
///
/// The code finds the account: nobody types a name or an address, so that strangers can neither ask who has an account,
/// nor count, nor lock anything.
package struct FindRecovery: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Parameters:
    ///   - typed: as the person has typed the code.
    ///   - former: the cookie that the browser has from before; nil for none. It may be over.
    ///   - network: the network of the browser, as logs name it.
    /// - Returns: nil for an unknown code, and for a text that is none: nothing is written then, and both take the same
    ///   work.
    package func callAsFunction(
        typed: String, after former: String? = nil, network: String? = nil
    ) async throws -> RecoveryVisit? {
        let now = context.clock.now()
        let hash = RecoveryCode(typed: typed)?.hash ?? BearerHash(of: typed)
        let found = try context.database.read { transaction -> Recovery? in
            do { return try transaction.recoveries.find(codeHash: hash) } catch is Vault.OpeningError { return nil }
        }
        guard let found else { return nil }
        let browser = RecoveringBrowser(for: found, after: former, context.database.vault, at: now)
        return try await visit(browser, network: network, at: now)
    }

    /// - Parameter cookie: as the browser sends it.
    /// - Returns: nil for a cookie that was altered or is older than an hour, and where the account has another
    ///   recovery code now: the person begins with the code.
    package func callAsFunction(cookie: String, network: String? = nil) async throws -> RecoveryVisit? {
        let now = context.clock.now()
        guard let browser = RecoveringBrowser(cookie, context.database.vault, at: now) else { return nil }
        if try isDone(browser) {
            return RecoveryVisit(cookie: try browser.sealed(by: context.database.vault), state: .done)
        }
        return try await visit(browser, network: network, at: now)
    }

    private func visit(_ browser: RecoveringBrowser, network: String?, at now: Timestamp) async throws -> RecoveryVisit?
    {
        let state = try await context.database.write { transaction in
            try VisitedRecovery(browser, network: network, at: now, transaction)?.state()
        }
        return try state.map { RecoveryVisit(cookie: try browser.sealed(by: context.database.vault), state: $0) }
    }

    /// True once the activation that the browser was given is in use.
    private func isDone(_ browser: RecoveringBrowser) throws -> Bool {
        guard let handout = browser.handout else { return false }
        let activation = try context.database.read { try $0.activations.find(handout.activation) }
        return activation?.state == .active && activation?.accountID == browser.account
    }
}
