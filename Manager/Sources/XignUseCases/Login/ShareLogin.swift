import XignDomain
import XignProtocol
import XignStorage

/// Shared logins at the moment at which a browser fetches the result of a login with the device.
extension RememberLogin {
    /// Begins the shared login that the person has allowed, in place of the one that the browser had.
    ///
    /// Without the permission, the login belongs to the one that the browser has, so that a logout reaches it. One of
    /// another person ends: the browser of a second person must not go on as the first.
    /// - Parameter isFirst: false for a repetition, which gets a new cookie: the first one may be lost.
    func share(_ code: AuthorizationCode, isFirst: Bool) throws -> KeptCookies.Shared {
        for former in browser.formerCookies(declared.organization.id).shared {
            if let known = try transaction.sharedLogins.find(cookieHash: BearerHash(of: former)) { try end(known) }
        }
        guard service.client.sharesLogin else { return .unchanged }
        let organization = declared.organization.id
        if !isFirst, let renewed = try renew() { return .begun(renewed) }
        let cookie = browser.sharedCookie(organization)
        let former = try cookie.flatMap { try transaction.sharedLogins.find(cookieHash: BearerHash(of: $0)) }
            .flatMap { $0.organizationID == organization ? $0 : nil }
        let isOfOther = former.map { $0.accountID != code.login.accountID } ?? false
        if let former, isOfOther { try end(former) }
        // A shared login that has ended since the first request does not come back.
        if isFirst, let (shared, value) = try begin(code) {
            if let former, !isOfOther {
                try transaction.replacePart(of: former.sessionID, at: service.id, by: process.id)
                try transaction.rememberedLogins.moveParts(of: former.sessionID, to: shared)
                try transaction.sharedLogins.end(former.sessionID)
            }
            try endRememberedLoginsOfOthers(code.login.accountID)
            return .begun(
                RememberedCookie(value: value, lifetimeSeconds: shared.cookie.expiresAt.secondsSince(now)))
        }
        // A cookie without a login opens nothing. It is not deleted: another tab may have got a new one meanwhile.
        guard let former, !isOfOther else { return isOfOther ? .ended : .unchanged }
        // A shared login that is over serves no website, so that the tick counts. A logout still reaches its websites.
        guard isOpen(former) || !request.remembersLogin else { return .unchanged }
        // The next use at this website rests on what was confirmed now.
        try transaction.replacePart(of: former.sessionID, at: service.id, by: process.id)
        try insertPart(of: former, code)
        return .joined
    }

    private func isOpen(_ shared: SharedLogin) -> Bool {
        declared.sharedLogin(returningTo: request.redirectURI).map { shared.isOpen(at: now, under: $0) } ?? false
    }

    /// Gives the login that the first request has begun another cookie.
    /// - Returns: nil where none was begun, or it has ended since.
    private func renew() throws -> RememberedCookie? {
        let value = BearerToken.generate()
        guard let shared = try transaction.sharedLogins.find(process.id),
            try transaction.sharedLogins.renew(process.id, cookieHash: value.hash)
        else { return nil }
        return RememberedCookie(value: value, lifetimeSeconds: shared.cookie.expiresAt.secondsSince(now))
    }

    /// - Returns: nil where the person has not allowed it, or where it may not begin now.
    private func begin(_ code: AuthorizationCode) throws -> (SharedLogin, BearerToken)? {
        let activation = code.login.activationID
        guard declared.sharedLogin(returningTo: request.redirectURI) != nil,
            let allowed = SharedLoginPermission(
                try transaction.attributeReleases.find(process.id, activation: activation)),
            allowed.organizationID == declared.organization.id, now < allowed.end, try lastingRole != nil
        else { return nil }
        let value = BearerToken.generate()
        let shared = SharedLogin(
            sessionID: process.id, organizationID: allowed.organizationID, accountID: code.login.accountID,
            activationID: activation, factors: code.login.factors, authenticatedAt: code.login.authenticatedAt,
            cookie: PersistentCookie(
                hash: value.hash, browser: browser.identity, createdAt: now, expiresAt: allowed.end))
        try transaction.sharedLogins.insert(shared)
        try insertPart(of: shared, code)
        try transaction.audit.append(
            AuditEvent(
                .sharedLoginBegun, at: now, accountID: code.login.accountID, activationID: activation,
                serviceID: service.id, sessionID: process.id, network: browser.identity.network))
        return (shared, value)
    }

    /// Makes the login that was confirmed now the website's part in a shared one.
    private func insertPart(of shared: SharedLogin, _ code: AuthorizationCode) throws {
        guard let login = process.goal.login else { return }
        try transaction.rememberedLogins.end(process.id)
        try transaction.rememberedLogins.insert(
            RememberedLogin(
                login: code.login, roleID: confirmation.roleID,
                cookie: PersistentCookie(
                    hash: BearerToken.generate().hash, browser: browser.identity, createdAt: now,
                    expiresAt: shared.cookie.expiresAt),
                data: RememberedLogin.RequestedData(login.requirements, at: login.origin),
                policyVersion: service.policyVersion,
                shared: RememberedLogin.Share(of: shared.sessionID, consent: process.id)))
    }

    // MARK: Ends

    private func end(_ former: SharedLogin) throws {
        try transaction.endSharedLogin(former.sessionID)
        try transaction.audit.append(AuditEvent(endOf: former, at: now))
    }

    /// Ends what the browser remembers of other people at websites of the organization: they would be asked before the
    /// shared login.
    private func endRememberedLoginsOfOthers(_ account: AccountID) throws {
        for cookie in browser.rememberedCookies {
            guard let login = try transaction.rememberedLogins.find(cookieHash: BearerHash(of: cookie))?.login,
                login.accountID != account,
                try transaction.services.find(id: login.serviceID)?.organizationID == declared.organization.id
            else { continue }
            try transaction.endWebsiteSession(of: login.sessionID, includingOfflineAccess: false)
        }
    }
}

extension AuditEvent {
    /// The end of a shared login.
    /// - Parameter network: that of the browser by which the person has ended it, as logs name it.
    init(endOf shared: SharedLogin, at now: Timestamp, network: String? = nil) {
        self.init(
            .sharedLoginEnded, at: now, accountID: shared.accountID, activationID: shared.activationID,
            organizationID: shared.organizationID, sessionID: shared.sessionID, network: network)
    }
}
