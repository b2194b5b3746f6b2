import XignDomain
import XignProtocol
import XignStorage

/// Fetches the result of a login for the browser that began it. The authorization code is made now, not earlier.
package struct CollectLogin: Sendable {
    package enum Outcome: Sendable {
        /// A new authorization code; an earlier one of the same login is void. The browser forgets what it remembered
        /// at the website, and keeps the cookies instead, if there are any.
        case code(BearerToken, KeptCookies)
        case refused(AuthorizationRefusal)
        /// The result was handed out, and is not handed out again.
        case used
        /// Nothing was decided yet, or the return secret is missing.
        case open
        /// The redirect URI is no longer registered: the browser must not be sent there.
        case notRegistered
        /// The login or its service was removed.
        case gone
    }

    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Parameters:
    ///   - id: a login whose cookie the browser has shown.
    ///   - returnSecret: the secret that the browser brought back from the app, where both are on the same device.
    ///   - browser: what it remembers at the website so far.
    package func callAsFunction(
        _ id: SessionID, returnSecret: SecretOctets? = nil, by browser: RememberingBrowser = .none
    ) async throws -> Outcome {
        let now = context.clock.now()
        let code = BearerToken.generate()
        return try await context.database.write { transaction in
            guard let begun = try transaction.processes.browserProcess(id), let login = begun.process.goal.login,
                let declared = try transaction.declared.service(login.serviceID)
            else { return .gone }
            let continuation = Continuation(
                login: login, process: begun.process, request: begun.request, declared: declared, code: code,
                returnSecret: returnSecret, browser: browser, now: now, transaction: transaction)
            return try continuation.run()
        }
    }
}

/// One attempt of a browser to fetch the result of its login.
private struct Continuation {
    let login: Goal.Login
    let process: Process
    let request: BrowserRequest
    let declared: DeclaredService
    private var service: Service { declared.service }
    /// Issued if the login is confirmed.
    let code: BearerToken
    let returnSecret: SecretOctets?
    let browser: RememberingBrowser
    let now: Timestamp
    let transaction: any Transaction

    /// The one answer for a login that the user cancelled, disowned or let expire, or where the user may not log in:
    /// the reason is none of the website's business.
    private static let denied = AuthorizationRefusal(.accessDenied)

    func run() throws -> CollectLogin.Outcome {
        // An operator may have withdrawn the address since the login began: the browser must not be sent there.
        guard RedirectURI.matches(request.redirectURI, service) else { return .notRegistered }
        switch process.phase(at: now) {
        case .waiting, .claimed, .confirming: return .open
        case .declined: return .refused(Self.denied)
        case .expired: return try expire()
        case .confirmed(let confirmation):
            // Where a link began it, the cookie alone is not enough: the browser that began may be somebody else's, who
            // sent the link to the user (protocol, section 6).
            guard process.isReturned(with: returnSecret) else { return .open }
            return try collect(confirmation, isFirst: true)
        case .collected(let confirmation, _):
            // The way back from an app leads on once. Elsewhere, after a double click or a lost answer, the browser
            // gets another code as long as the first was not redeemed, which is void then.
            guard !process.needsReturnSecret else { return .used }
            return try collect(confirmation, isFirst: false)
        }
    }

    /// Stores the end of an expired process when the website is told, so that a `finish` under way can no longer
    /// confirm it.
    private func expire() throws -> CollectLogin.Outcome {
        if let expired = process.expired(), try transaction.processes.apply(expired) {
            try transaction.attributeReleases.remove(process.id)
        }
        return .refused(unmet)
    }

    /// The refusal after the time is over: nobody has met the website's demand (OpenID Connect Core, sections 3.1.2.1
    /// and 5.5.1.1). The website does not learn if anybody tried.
    private var unmet: AuthorizationRefusal {
        let requirements = login.requirements
        if requirements.accountID != nil { return AuthorizationRefusal(.loginRequired) }
        if requirements.contextClasses != nil { return AuthorizationRefusal(.unmetAuthenticationRequirements) }
        return Self.denied
    }

    /// Collects the result; a code that was issued before and was not redeemed is void then.
    private func collect(_ confirmation: Confirmation, isFirst: Bool) throws -> CollectLogin.Outcome {
        // A pushed request leads to one code (RFC 9126, section 7.3), whichever browser comes first.
        if isFirst, let pushed = request.pushedRequest {
            guard try transaction.pushedRequests.consume(pushed) else { return .refused(.requestUsed) }
        }
        guard let collected = process.collected(at: now),
            try isFirst || transaction.grants.withdrawCode(of: process.id),
            try transaction.processes.apply(collected)
        else { return .used }
        return try issue(confirmation, isFirst: isFirst)
    }

    /// Issues the code, unless a right was withdrawn since the confirmation.
    private func issue(_ confirmation: Confirmation, isFirst: Bool) throws -> CollectLogin.Outcome {
        let issue = IssueCode(
            login: login, process: process, service: declared, confirmation: confirmation, now: now,
            transaction: transaction)
        guard let issued = try issue(code.hash, redirectURI: request.redirectURI) else {
            return .refused(Self.denied)
        }
        // Only the first is audited: pressing a button must not fill the log.
        if isFirst { try issue.record(issued) }
        let remember = RememberLogin(
            request: request, process: process, declared: declared, confirmation: confirmation, browser: browser,
            now: now, transaction: transaction)
        return .code(code, try remember(issued, isFirst: isFirst))
    }
}
