import XignDomain
import XignProtocol
import XignStorage

/// The browser that fetches the result of a login, as far as remembered logins concern it.
package struct RememberingBrowser: Sendable {
    /// The values of its cookies for logins that end now: the one at the same website, and those that it has no room
    /// for.
    package let formerCookies: [String]
    /// Its network, as logs name it.
    package let network: String?
    /// Nil where it names itself by no known word.
    package let kind: BrowserKind?

    /// A browser that remembers no login.
    package static let none = RememberingBrowser(formerCookies: [], network: nil)

    package init(formerCookies: [String], network: String?, kind: BrowserKind? = nil) {
        self.formerCookies = formerCookies
        self.network = network
        self.kind = kind
    }
}

/// The cookie of a remembered login. Only its hash is stored.
package struct RememberedCookie: Sendable {
    package let value: BearerToken
    package let lifetimeSeconds: Int64
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
    private var service: Service { declared.service }
    let confirmation: Confirmation
    let browser: RememberingBrowser
    let now: Timestamp
    let transaction: any Transaction

    /// - Parameters:
    ///   - code: the code of the login.
    ///   - isFirst: false for a repetition, which gets a new cookie: the first one may be lost.
    /// - Returns: nil where the browser remembers nothing.
    func callAsFunction(_ code: AuthorizationCode, isFirst: Bool) throws -> RememberedCookie? {
        // A repetition replaces what the first request has made: what has ended since does not come back.
        let mayRemember = try request.remembersLogin && (transaction.rememberedLogins.end(process.id) || isFirst)
        for former in browser.formerCookies {
            if let known = try transaction.rememberedLogins.find(cookieHash: BearerHash(of: former)) {
                try transaction.rememberedLogins.end(known.login.sessionID)
            }
        }
        guard mayRemember, process.channel != .inApp, let login = process.goal.login,
            let settings = service.rememberedLogin(returningTo: request.redirectURI),
            let role = declared.role(confirmation.roleID), role.channels == nil,
            try isUnlockedSinceConfirmation, try isPolicyConfirmed
        else { return nil }
        let expiresAt = confirmation.authenticatedAt + settings.minutes * 60
        let cookie = BearerToken.generate()
        try transaction.rememberedLogins.insert(
            RememberedLogin(
                login: code.login, roleID: role.id, cookieHash: cookie.hash,
                data: RememberedLogin.RequestedData(login), policyVersion: service.policyVersion,
                network: browser.network, browserKind: browser.kind, createdAt: now, expiresAt: expiresAt,
                lastUsedAt: now))
        try transaction.attributeReleases.keep(process.id, until: expiresAt + UseRememberedLogin.releaseSeconds)
        if isFirst { try record(code.login) }
        return RememberedCookie(value: cookie, lifetimeSeconds: expiresAt.secondsSince(now))
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
                serviceID: login.serviceID, sessionID: login.sessionID, network: browser.network))
    }
}
