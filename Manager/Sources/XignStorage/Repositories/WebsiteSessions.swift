import Metrics
import XignDomain
import XignProtocol

/// The ends of what confirmations gave to websites.
extension Transaction {
    /// Ends what one confirmation gave a website: its codes, its access tokens, the attributes that it may still read,
    /// the login that a browser remembers, and the lasting access. A website that wants to know it is told.
    ///
    /// Has no effect on a confirmation of which nothing is left.
    /// - Parameter includingOfflineAccess: false for an end that the lasting access outlives, as it outlives a logout
    ///   (OpenID Connect Back-Channel Logout 1.0, section 2.7).
    package func endWebsiteSession(of session: SessionID, includingOfflineAccess: Bool = true) throws {
        let login = try rememberedLogins.find(session)?.login ?? grants.login(of: session)
        if let login = try login ?? refreshTokens.find(session)?.login {
            try appendLogout(of: session, at: login.serviceID, subject: login.mappingID)
        }
        try rememberedLogins.end(session)
        try grants.endAll(of: session)
        if includingOfflineAccess { try refreshTokens.endAll(of: session) }
        if try refreshTokens.find(session) == nil { try attributeReleases.remove(session) }
    }

    /// Ends a confirmed login at a website, with all that it gave: also a shared login that it began, and the parts of
    /// shared logins that rest on its consent. A code that waits can no longer be collected.
    ///
    /// The website is told of the logout, also where nothing is left here: its own session may last longer.
    /// - Parameter outcome: the outcome by which metrics count the process, if it is still open.
    package func endLogin(
        _ session: SessionID, of account: AccountID, at service: ServiceID, as outcome: LoginOutcome = .expired
    ) throws {
        if let expired = try processes.find(session)?.expired() { _ = try processes.apply(expired, as: outcome) }
        try evidence.endConsent(session)
        if try sharedLogins.find(session) != nil { try endSharedLogin(session, includingOfflineAccess: true) }
        for part in try rememberedLogins.parts(byConsent: session) { try endWebsiteSession(of: part) }
        try endLostParts(of: session, of: account, at: service)
        try endWebsiteSession(of: session)
        guard let subject = try services.mappingID(of: account, at: service) else { return }
        try appendLogout(of: session, at: service, subject: subject)
    }

    /// Ends the parts of a shared login whose rows are gone, such as by the browser of a thief: they are found by what
    /// was signed.
    private func endLostParts(of session: SessionID, of account: AccountID, at service: ServiceID) throws {
        guard let statement = try evidence.statement(ofLogin: session),
            try ConsentStatement(parsing: statement).attributes.contains(where: {
                SharedLoginPermission.isName($0.name)
            }),
            let organization = try services.find(id: service)?.organizationID
        else { return }
        let secret = try vault.managerSecret
        for (other, subject) in try services.mappingIDs(of: account) where other != service {
            guard let known = try services.find(id: other), known.client.sharesLogin,
                known.organizationID == organization,
                let part = SharedLogin.partID(of: session, at: other, managerSecret: secret)
            else { continue }
            try endWebsiteSession(of: part)
            // Its own session may last longer than what is known of it here.
            try appendLogout(of: part, at: other, subject: subject)
        }
    }

    /// Returns the moment at which the last of what one confirmation gave a website expires: the code that waits to be
    /// collected or redeemed, the access tokens, the login that a browser remembers, and the lasting access.
    /// - Returns: nil where nothing of it is kept.
    package func websiteSessionEnd(of session: SessionID) throws -> Timestamp? {
        let kept = [
            try uncollectedCodeEnd(of: session), try rememberedLogins.find(session)?.cookie.expiresAt,
            try refreshTokens.find(session)?.expiresAt,
        ]
        return (kept.compactMap { $0 } + (try grants.ends(of: session))).max()
    }

    /// Returns the moment up to which the code of a confirmed login can be collected; nil where it was, or never could.
    private func uncollectedCodeEnd(of session: SessionID) throws -> Timestamp? {
        guard let process = try processes.find(session), case .confirmed = process.phase else { return nil }
        return process.expiresAt
    }

    /// Adds a logout to the outbox, if the service is told of logouts.
    package func appendLogout(of session: SessionID, at service: ServiceID, subject: MappingID) throws {
        guard try services.find(id: service)?.client.backChannelLogoutURI != nil else { return }
        try outbox.append(
            LogoutNotice(
                serviceID: service, subject: subject,
                sessionID: LogoutSessionID(of: session, managerSecret: try keys.logoutSecret())))
    }

    /// Returns the confirmations of an account of which a website has something left.
    /// - Parameter moment: leaves out codes and tokens that expired before it.
    package func websiteSessions(
        of account: AccountID, at service: ServiceID, since moment: Timestamp
    ) throws -> Set<SessionID> {
        let remembered = try rememberedLogins.all(of: account).map(\.login).filter { $0.serviceID == service }
        let lasting = try refreshTokens.all(of: account).map(\.login).filter { $0.serviceID == service }
        return Set((remembered + lasting).map(\.sessionID))
            .union(try grants.logins(of: account, at: service, since: moment))
    }

    /// Ends the remembered logins of an account that a condition names, with everything else that their confirmations
    /// gave.
    func endRememberedLogins(
        of account: AccountID, where isEnded: (ConfirmedLogin, RoleID) throws -> Bool = { _, _ in true }
    ) throws {
        for remembered in try rememberedLogins.all(of: account) where try isEnded(remembered.login, remembered.roleID) {
            try endWebsiteSession(of: remembered.login.sessionID)
        }
    }

    /// Ends the lasting accesses to an account that a condition names, with everything else that their confirmations
    /// gave.
    func endOfflineAccesses(
        to account: AccountID, where isEnded: (ConfirmedLogin) throws -> Bool = { _ in true }
    ) throws {
        for login in try refreshTokens.all(of: account).map(\.login) where try isEnded(login) {
            try endWebsiteSession(of: login.sessionID)
        }
    }

    /// Ends the lasting accesses of a service to all accounts, which a later declaration must not bring back, with
    /// everything else that their confirmations gave.
    package func endOfflineAccesses(of service: ServiceID) throws {
        for session in try refreshTokens.sessions(at: service) { try endWebsiteSession(of: session) }
    }

    /// Ends the remembered logins and the lasting accesses in a role, with everything else that their confirmations
    /// gave.
    func endLogins(in role: Role) throws {
        for session in try rememberedLogins.sessions(in: role.id) + refreshTokens.sessions(in: role) {
            try endWebsiteSession(of: session)
        }
    }

    /// Ends the lasting accesses that an activation has confirmed, with everything else that their confirmations gave.
    func endOfflineAccesses(of activation: ActivationID) throws {
        for session in try refreshTokens.sessions(of: activation) { try endWebsiteSession(of: session) }
    }

    /// Ends the remembered logins that an activation has confirmed, with everything else that their confirmations gave.
    func endRememberedLogins(of activation: ActivationID) throws {
        for session in try rememberedLogins.sessions(of: activation) { try endWebsiteSession(of: session) }
    }
}
