import XignDomain
import XignProtocol
import XignStorage

/// Lists the logins at one website each that browsers repeat without a device of the account.
package struct ListRememberedLogins: Sendable {
    package struct Entry: Sendable {
        package let remembered: RememberedLogin
        package let service: Service
        /// The moment at which it is over if it is not used again.
        package let endsAt: Timestamp

        package var id: SessionID { remembered.login.sessionID }
    }

    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Returns: those that a website could still use, newest first.
    package func callAsFunction(_ account: AccountID) throws -> [Entry] {
        let now = context.clock.now()
        return try context.database.read { transaction in
            try transaction.rememberedLogins.all(of: account).compactMap { remembered in
                guard let service = try transaction.services.find(id: remembered.login.serviceID), service.isActive,
                    remembered.shared == nil, service.policyVersion == remembered.policyVersion,
                    let settings = service.client.rememberedLogin,
                    remembered.isOpen(at: now, under: settings)
                else { return nil }
                return Entry(remembered: remembered, service: service, endsAt: remembered.end(under: settings))
            }
        }
    }
}

/// Ends a remembered login of the account, with everything else that its confirmation gave the website but the lasting
/// access, which has an end of its own.
package struct EndRememberedLogin: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Returns: false where the account has no such login, or the browser's session has ended.
    package func callAsFunction(_ id: SessionID, in session: BrowserSession) async throws -> Bool {
        let now = context.clock.now()
        return try await context.database.write { transaction in
            guard let found = try transaction.openSession(session, at: now),
                let remembered = try transaction.rememberedLogins.find(id), remembered.shared == nil,
                remembered.login.accountID == found.account.id
            else { return false }
            let login = remembered.login
            try transaction.endWebsiteSession(of: id, includingOfflineAccess: false)
            try transaction.audit.append(
                AuditEvent(
                    .rememberedLoginEnded, at: now, accountID: login.accountID, activationID: login.activationID,
                    serviceID: login.serviceID, sessionID: id, network: session.network))
            return true
        }
    }
}
