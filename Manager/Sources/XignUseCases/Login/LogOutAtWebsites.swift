import XignDomain
import XignProtocol
import XignStorage

/// Ends logins at websites: the one that a website names, or those that a browser remembers.
package struct LogOutAtWebsites: Sendable {
    /// The login that a verified ID token names.
    package struct Hint: Sendable {
        let serviceID: ServiceID
        let subject: MappingID
        /// The `sid`.
        let sessionID: String

        package init(serviceID: ServiceID, subject: MappingID, sessionID: String) {
            self.serviceID = serviceID
            self.subject = subject
            self.sessionID = sessionID
        }
    }

    /// The relation of a website's login to the browser that comes with it.
    package enum Relation: Sendable {
        /// This browser remembers the login.
        case own
        /// No browser remembers it, and this one remembers no other at the website.
        case unremembered
        /// Another browser remembers it, or this one remembers another login at the website: the person must be asked
        /// (OpenID Connect RP-Initiated Logout 1.0, section 2).
        case foreign
    }

    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// Returns the display names of the websites whose logins a browser remembers.
    package func serviceNames(ofCookies values: [String]) throws -> [String] {
        try context.database.read { transaction in
            try Self.remembered(values, transaction).compactMap {
                try transaction.services.find(id: $0.login.serviceID)?.displayName
            }
        }
    }

    /// - Parameter cookie: the value of the browser's cookie at the website.
    package func relation(of hint: Hint, cookie: String?) throws -> Relation {
        let now = context.clock.now()
        return try context.database.read { transaction in
            let named = try sessions(of: hint, at: now, transaction)
            guard let own = try Self.remembered(cookie.map { [$0] } ?? [], transaction).first?.login else {
                let isRemembered = try named.contains { try transaction.rememberedLogins.find($0) != nil }
                return isRemembered ? .foreign : .unremembered
            }
            return named.contains(own.sessionID) ? .own : .foreign
        }
    }

    /// Ends the login of a hint, and those that cookies remember, each with everything that its confirmation gave.
    /// - Returns: the services at which a login has ended, by their display names.
    @discardableResult
    package func callAsFunction(_ hint: Hint? = nil, cookies: [String]) async throws -> [Service] {
        let now = context.clock.now()
        // An ID token can be shown as often as its holder likes: nothing is written unless something ends.
        guard try context.database.read({ try !ending(hint, cookies, at: now, $0).isEmpty }) else { return [] }
        return try await context.database.write { transaction in
            let ending = try ending(hint, cookies, at: now, transaction)
            for session in ending.keys {
                if let login = try transaction.rememberedLogins.find(session)?.login {
                    try transaction.audit.append(
                        AuditEvent(
                            .rememberedLoginEnded, at: now, accountID: login.accountID,
                            activationID: login.activationID, serviceID: login.serviceID, sessionID: session))
                }
                try transaction.endWebsiteSession(of: session, includingOfflineAccess: false)
            }
            return try Set(ending.values).compactMap { try transaction.services.find(id: $0) }
                .sorted { $0.displayName < $1.displayName }
        }
    }

    /// Finds the confirmations that end, each with its service.
    private func ending(
        _ hint: Hint?, _ cookies: [String], at now: Timestamp, _ transaction: any Transaction
    ) throws -> [SessionID: ServiceID] {
        var ending: [SessionID: ServiceID] = [:]
        for login in try Self.remembered(cookies, transaction).map(\.login) {
            ending[login.sessionID] = login.serviceID
        }
        if let hint {
            for session in try sessions(of: hint, at: now, transaction) { ending[session] = hint.serviceID }
        }
        return ending
    }

    /// Finds the confirmation that a hint names, as long as more than a lasting access is left of it. A `sid` is
    /// derived and stored nowhere, so those of the account are compared with it.
    private func sessions(of hint: Hint, at now: Timestamp, _ transaction: any Transaction) throws -> Set<SessionID> {
        let service = hint.serviceID
        guard let account = try transaction.services.account(withMapping: hint.subject, at: service) else { return [] }
        let remembered = try transaction.rememberedLogins.all(of: account).map(\.login)
            .filter { $0.serviceID == service }.map(\.sessionID)
        let since = now - AccessToken.lifetimeSeconds
        return Set(remembered).union(try transaction.grants.logins(of: account, at: service, since: since))
            .filter { context.logoutSessionID(of: $0).text.hasSameBytes(as: hint.sessionID) }
    }

    private static func remembered(_ cookies: [String], _ transaction: any Transaction) throws -> [RememberedLogin] {
        try cookies.compactMap { try transaction.rememberedLogins.find(cookieHash: BearerHash(of: $0)) }
    }
}
