import XignDomain
import XignProtocol
import XignStorage

/// Ends logins at websites: the one that a website names, or those that a browser remembers or shares.
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
        /// No browser remembers it, and this one remembers no other at the website, and shares none of another person.
        case unremembered
        /// Another browser remembers it, or this one has another login at the website: the person must be asked
        /// (OpenID Connect RP-Initiated Logout 1.0, section 2).
        case foreign
    }

    /// The logins that have ended, as far as the browser may know of them: an ID token alone tells of no other website,
    /// and of no name.
    package struct Ended: Sendable {
        /// The services of the hint and of the browser's own logins, by their display names.
        package let services: [Service]
        /// The names of the accounts of the browser's own logins.
        package let accounts: [String]

        package static let nothing = Ended(services: [], accounts: [])
    }

    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// Returns the display names of the websites whose logins a browser remembers or shares.
    /// - Returns: nil where no login of the browser is left to end. A shared login that is left may have no website.
    package func serviceNames(of cookies: LoginCookies) throws -> [String]? {
        let now = context.clock.now()
        return try context.database.read { transaction -> [String]? in
            let ending = try ending(nil, cookies, at: now, transaction)
            guard !ending.isEmpty else { return nil }
            return try Set(ending.sessions.values)
                .compactMap { try transaction.services.find(id: $0)?.displayName }.sorted()
        }
    }

    /// - Parameter cookies: those of the browser at the website.
    package func relation(of hint: Hint, _ cookies: LoginCookies) throws -> Relation {
        let now = context.clock.now()
        return try context.database.read { transaction in
            let named = try sessions(of: hint, at: now, transaction)
            let shared = try Self.shared(cookies, transaction)
            let own =
                try Self.remembered(cookies, transaction).map(\.login.sessionID)
                + shared.compactMap {
                    try transaction.rememberedLogins.part(of: $0.sessionID, at: hint.serviceID)?.login.sessionID
                }
            guard own.isEmpty else { return named.isDisjoint(with: own) ? .foreign : .own }
            // The shared login of another person would end without a question.
            let account = try transaction.services.account(withMapping: hint.subject, at: hint.serviceID)
            guard shared.allSatisfy({ $0.accountID == account }) else { return .foreign }
            let isRemembered = try named.contains { try transaction.rememberedLogins.find($0) != nil }
            return isRemembered ? .foreign : .unremembered
        }
    }

    /// Ends the login of a hint, and those that cookies remember or share, each with everything that its confirmation
    /// gave. A shared login ends as a whole where a cookie proves it. Where the hint alone names its part at a website,
    /// that part ends: an ID token must not log its person out at other websites.
    @discardableResult
    package func callAsFunction(_ hint: Hint? = nil, cookies: LoginCookies) async throws -> Ended {
        let now = context.clock.now()
        // An ID token can be shown as often as its holder likes: nothing is written unless something ends.
        guard try context.database.read({ try !ending(hint, cookies, at: now, $0).isEmpty }) else { return .nothing }
        return try await context.database.write { transaction in
            let ending = try ending(hint, cookies, at: now, transaction)
            let ended = try ended(hint, cookies, at: now, transaction)
            for shared in ending.shared.values {
                try transaction.endSharedLogin(shared.sessionID)
                try transaction.audit.append(AuditEvent(endOf: shared, at: now))
            }
            for session in ending.sessions.keys {
                if let login = try transaction.rememberedLogins.find(session)?.login {
                    try transaction.audit.append(
                        AuditEvent(
                            .rememberedLoginEnded, at: now, accountID: login.accountID,
                            activationID: login.activationID, serviceID: login.serviceID, sessionID: session))
                }
                try transaction.endWebsiteSession(of: session, includingOfflineAccess: false)
            }
            return ended
        }
    }

    /// Finds what the browser is told, before it ends.
    private func ended(
        _ hint: Hint?, _ cookies: LoginCookies, at now: Timestamp, _ transaction: any Transaction
    ) throws -> Ended {
        let own = try ending(nil, cookies, at: now, transaction)
        let services = try Set(Array(own.sessions.values) + (hint.map { [$0.serviceID] } ?? []))
            .compactMap { try transaction.services.find(id: $0) }
        let accounts =
            try Self.remembered(cookies, transaction).map(\.login.accountID) + own.shared.values.map(\.accountID)
        let names = try Set(accounts).compactMap { try transaction.accounts.find(id: $0)?.name }
        return Ended(services: services.sorted { $0.displayName < $1.displayName }, accounts: names.sorted())
    }

    /// The logins that end.
    private struct Ending {
        /// The confirmations, each with its service, also those that belong to shared logins.
        var sessions: [SessionID: ServiceID] = [:]
        var shared: [SessionID: SharedLogin] = [:]

        var isEmpty: Bool { sessions.isEmpty && shared.isEmpty }
    }

    private func ending(
        _ hint: Hint?, _ cookies: LoginCookies, at now: Timestamp, _ transaction: any Transaction
    ) throws -> Ending {
        var ending = Ending()
        for login in try Self.remembered(cookies, transaction).map(\.login) {
            ending.sessions[login.sessionID] = login.serviceID
        }
        if let hint {
            for session in try sessions(of: hint, at: now, transaction) { ending.sessions[session] = hint.serviceID }
        }
        for shared in try Self.shared(cookies, transaction) { ending.shared[shared.sessionID] = shared }
        for id in ending.shared.keys {
            for part in try transaction.rememberedLogins.parts(of: id) {
                ending.sessions[part.login.sessionID] = part.login.serviceID
            }
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

    private static func remembered(_ cookies: LoginCookies, _ transaction: any Transaction) throws -> [RememberedLogin]
    {
        try cookies.remembered.compactMap { try transaction.rememberedLogins.find(cookieHash: BearerHash(of: $0)) }
    }

    private static func shared(_ cookies: LoginCookies, _ transaction: any Transaction) throws -> [SharedLogin] {
        try cookies.shared.compactMap { try transaction.sharedLogins.find(cookieHash: BearerHash(of: $0)) }
    }
}
