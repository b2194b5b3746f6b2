import XignDomain
import XignProtocol
import XignStorage

/// The browser that fetches the result of a login, as far as remembered and shared logins concern it.
package struct RememberingBrowser: Sendable {
    /// Returns the values of its cookies that a login at a website of an organization ends: that of the same website,
    /// and those that it has no room for.
    package let formerCookies: @Sendable (OrganizationID) -> LoginCookies
    /// The values of all its cookies of remembered logins.
    package let rememberedCookies: [String]
    /// Returns the value of its cookie for the shared login of an organization; nil where there is none.
    package let sharedCookie: @Sendable (OrganizationID) -> String?
    package let identity: RequestingBrowser

    /// A browser that remembers no login.
    package static let none = RememberingBrowser(identity: .unknown)

    package init(
        formerCookies: @escaping @Sendable (OrganizationID) -> LoginCookies = { _ in
            LoginCookies(remembered: [], shared: [])
        },
        rememberedCookies: [String] = [],
        sharedCookie: @escaping @Sendable (OrganizationID) -> String? = { _ in nil },
        identity: RequestingBrowser
    ) {
        self.formerCookies = formerCookies
        self.rememberedCookies = rememberedCookies
        self.sharedCookie = sharedCookie
        self.identity = identity
    }
}

/// The values of some or all cookies of a browser for remembered and shared logins.
package struct LoginCookies: Sendable {
    let remembered: [String]
    /// Those of shared logins.
    let shared: [String]

    package init(remembered: [String], shared: [String]) { (self.remembered, self.shared) = (remembered, shared) }
}

/// The cookie of a remembered or a shared login. Only its hash is stored.
package struct RememberedCookie: Sendable {
    package let value: BearerToken
    package let lifetimeSeconds: Int64
}

/// The cookies by which a browser keeps the login that it has fetched the result of.
package struct KeptCookies: Sendable {
    /// The change of the browser's cookie for the shared login of the organization.
    package enum Shared: Sendable {
        case unchanged
        /// The login belongs to the shared login that the browser has.
        case joined
        case begun(RememberedCookie)
        case ended
    }

    /// The organization of the website.
    package let organization: OrganizationID
    /// The cookie at the website alone; nil where the browser forgets what it remembered there.
    package var website: RememberedCookie?
    package var shared = Shared.unchanged
}

/// Keeps whether the browser of a login shall remember it: the tick on the login page.
///
/// It is stored with the login, since no form follows where an app sends its user back.
package struct ChooseRemembering: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Parameter id: a login whose cookie the browser has shown. One that has ended stays as it is.
    package func callAsFunction(_ id: SessionID, remembers: Bool) async throws {
        let now = context.clock.now()
        try await context.database.write { transaction in
            switch try transaction.processes.find(id)?.phase(at: now) {
            case .waiting, .claimed, .confirming, .confirmed:
                try transaction.processes.setRemembersLogin(remembers, of: id)
            case .collected, .declined, .expired, nil: break
            }
        }
    }
}

/// Replaces what a browser remembers at a website by the login that it has just fetched the result of.
///
/// Each login with the device ends the former one, also without a tick: the browser of a second person must not go on
/// as the first.
struct RememberLogin {
    let request: BrowserRequest
    let process: Process
    let declared: DeclaredService
    var service: Service { declared.service }
    let confirmation: Confirmation
    let browser: RememberingBrowser
    let now: Timestamp
    let transaction: any Transaction

    /// - Parameters:
    ///   - code: the code of the login.
    ///   - isFirst: false for a repetition, which gets a new cookie: the first one may be lost.
    func callAsFunction(_ code: AuthorizationCode, isFirst: Bool) throws -> KeptCookies {
        // A remembered login that the first request has made, and that has ended since, does not come back.
        let mayRemember =
            try request.remembersLogin && (isFirst || transaction.rememberedLogins.find(process.id) != nil)
        let organization = declared.organization.id
        for former in browser.formerCookies(organization).remembered {
            if let known = try transaction.rememberedLogins.find(cookieHash: BearerHash(of: former)) {
                try transaction.rememberedLogins.end(known.login.sessionID)
            }
        }
        let shared = try share(code, isFirst: isFirst)
        // A shared login takes the place of the tick until it is over, also where this website demands more than it has
        // met: the device is asked there each time.
        switch shared {
        case .begun, .joined: return KeptCookies(organization: organization, shared: shared)
        case .unchanged, .ended:
            if mayRemember, !isFirst { try transaction.rememberedLogins.end(process.id) }
            return KeptCookies(
                organization: organization, website: mayRemember ? try remember(code, isFirst: isFirst) : nil,
                shared: shared)
        }
    }

    /// - Returns: nil where the browser may remember nothing.
    private func remember(_ code: AuthorizationCode, isFirst: Bool) throws -> RememberedCookie? {
        guard let login = process.goal.login,
            let settings = service.rememberedLogin(returningTo: request.redirectURI), let role = try lastingRole
        else { return nil }
        let expiresAt = confirmation.authenticatedAt + settings.minutes * 60
        let cookie = BearerToken.generate()
        try transaction.rememberedLogins.insert(
            RememberedLogin(
                login: code.login, roleID: role.id,
                cookie: PersistentCookie(
                    hash: cookie.hash, browser: browser.identity, createdAt: now, expiresAt: expiresAt),
                data: RememberedLogin.RequestedData(login.requirements, at: login.origin),
                policyVersion: service.policyVersion))
        try transaction.attributeReleases.keep(process.id, until: expiresAt + UseRememberedLogin.releaseSeconds)
        if isFirst { try record(code.login) }
        return RememberedCookie(value: cookie, lifetimeSeconds: expiresAt.secondsSince(now))
    }

    /// The role of the login, if the login may be repeated without the device; nil where it may not.
    var lastingRole: Role? {
        get throws {
            guard process.channel != .inApp, let role = declared.role(confirmation.roleID), role.channels == nil,
                try isUnlockedSinceConfirmation, try isPolicyConfirmed
            else { return nil }
            return role
        }
    }

    /// False after a lockout that began after the confirmation, also where its time is over: only a success forgets it.
    private var isUnlockedSinceConfirmation: Bool {
        get throws {
            guard let lockout = try transaction.activations.find(confirmation.claim.activationID)?.lockout else {
                return false
            }
            return !lockout.isPermanent && lockout.lockedUntil == nil
        }
    }

    /// True if the service and its policy are still those of the statement that the person has signed.
    private var isPolicyConfirmed: Bool {
        get throws {
            guard let statement = try transaction.evidence.statement(ofLogin: process.id) else { return false }
            return try ConsentStatement(parsing: statement).policyVersion == service.policyVersion
        }
    }

    private func record(_ login: ConfirmedLogin) throws {
        try transaction.audit.append(
            AuditEvent(
                .loginRemembered, at: now, accountID: login.accountID, activationID: login.activationID,
                serviceID: login.serviceID, sessionID: login.sessionID, network: browser.identity.network))
    }
}
