import XignDomain
import XignProtocol
import XignStorage

/// Ends the lasting access of a website at its person's wish. The website's other data stays as it is.
package struct EndOfflineAccess: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Returns: false where the browser's session has ended. An access that is not there has ended already.
    package func callAsFunction(_ service: ServiceID, in session: BrowserSession) async throws -> Bool {
        let now = context.clock.now()
        return try await context.database.write { transaction in
            guard let found = try transaction.openSession(session, at: now) else { return false }
            let account = found.account.id
            // A form that is sent twice is recorded once.
            guard try transaction.refreshTokens.endAll(of: account, at: service) > 0 else { return true }
            try transaction.audit.append(
                AuditEvent(
                    .lastingAccessEnded, at: now, accountID: account, activationID: found.activation.id,
                    serviceID: service, network: session.network))
            return true
        }
    }
}
