import XignDomain
import XignProtocol
import XignStorage

/// Lists the logins that browsers share at the websites of an organization.
package struct ListSharedLogins: Sendable {
    package struct Entry: Sendable {
        package let shared: SharedLogin
        package let organization: Organization
        /// The websites that were used so far, by their display names.
        package let websites: [Service]
        /// The moment at which it is over if it is not used again.
        package let endsAt: Timestamp

        package var id: SessionID { shared.sessionID }
    }

    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Returns: those that a website could still use, newest first.
    package func callAsFunction(_ account: AccountID) throws -> [Entry] {
        let now = context.clock.now()
        return try context.database.read { transaction in
            try transaction.sharedLogins.all(of: account).compactMap { shared in
                guard let organization = try transaction.organizations.find(id: shared.organizationID),
                    let terms = organization.sharedLogin, shared.isOpen(at: now, under: terms)
                else { return nil }
                let websites = try transaction.rememberedLogins.parts(of: shared.sessionID).compactMap {
                    try transaction.services.find(id: $0.login.serviceID)
                }
                return Entry(
                    shared: shared, organization: organization,
                    websites: websites.sorted { $0.displayName < $1.displayName },
                    endsAt: shared.end(under: terms))
            }
        }
    }
}

/// Ends shared logins of the account at all their websites, with all that they gave them but lasting accesses, which
/// have ends of their own.
package struct EndSharedLogins: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Parameter id: nil for all of the account.
    /// - Returns: false where the account has no such login, or the browser's session has ended.
    package func callAsFunction(_ id: SessionID?, in session: BrowserSession) async throws -> Bool {
        let now = context.clock.now()
        return try await context.database.write { transaction in
            guard let found = try transaction.openSession(session, at: now) else { return false }
            let ending = try transaction.sharedLogins.all(of: found.account.id)
                .filter { $0.sessionID == id ?? $0.sessionID }
            for shared in ending {
                try transaction.endSharedLogin(shared.sessionID)
                try transaction.audit.append(AuditEvent(endOf: shared, at: now, network: session.network))
            }
            return !ending.isEmpty
        }
    }
}
