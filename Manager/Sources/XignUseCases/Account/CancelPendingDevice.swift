import XignDomain
import XignProtocol
import XignStorage

/// Voids an activation that waits for its device, on behalf of the person, in a browser.
package struct CancelPendingDevice: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Returns: false where the account has no such activation, or the browser's session has ended.
    package func callAsFunction(_ device: ActivationID, in session: BrowserSession) async throws -> Bool {
        let now = context.clock.now()
        return try await context.database.write { transaction in
            guard let asking = try transaction.openSessionLockingAccount(session, at: now)?.activation,
                let found = try transaction.activations.find(device), found.accountID == asking.accountID,
                found.state == .pending
            else { return false }
            return try Performer(
                actor: .device(asking.id), browserSession: session.id, network: session.network, now: now,
                transaction: transaction
            ).end(found)
        }
    }
}
