import XignDomain
import XignProtocol
import XignStorage

/// Shared logins at the moment at which a browser fetches the result of a login with the device.
extension RememberLogin {
    /// Begins the shared login that the person has allowed, in place of the one that the browser had.
    ///
    /// Without the permission, the former one goes on, unless it is another person's: the browser of a second person
    /// must not go on as the first.
    /// - Parameter isFirst: false for a repetition, which gets a new cookie: the first one may be lost.
    func share(_ code: AuthorizationCode, isFirst: Bool) throws -> KeptCookies.Shared {
        for former in browser.formerSharedCookies {
            if let known = try transaction.sharedLogins.find(cookieHash: BearerHash(of: former)) {
                try transaction.sharedLogins.end(known.sessionID)
            }
        }
        guard service.client.sharesLogin else { return .unchanged }
        // A repetition replaces what the first request has made: what has ended since does not come back.
        let mayBegin = try transaction.sharedLogins.end(process.id) || isFirst
        let organization = declared.organization.id
        let cookie = browser.sharedCookie(organization)
        let former = try cookie.flatMap { try transaction.sharedLogins.find(cookieHash: BearerHash(of: $0)) }
            .flatMap { $0.organizationID == organization ? $0 : nil }
        if mayBegin, let begun = try begin(code, isFirst: isFirst) {
            if let former { try replace(former, by: code.login.accountID) }
            return .begun(organization, begun)
        }
        guard let former else { return cookie == nil ? .unchanged : .ended(organization) }
        guard former.accountID == code.login.accountID else {
            try replace(former, by: code.login.accountID)
            return .ended(organization)
        }
        // The next use at this website rests on what was confirmed now.
        if let part = try transaction.rememberedLogins.part(of: former.sessionID, at: service.id) {
            try transaction.rememberedLogins.end(part.login.sessionID)
        }
        return .unchanged
    }

    /// - Returns: nil where the person has not allowed it, or where it may not begin now.
    private func begin(_ code: AuthorizationCode, isFirst: Bool) throws -> RememberedCookie? {
        let activation = code.login.activationID
        guard let login = process.goal.login, declared.sharedLogin(returningTo: request.redirectURI) != nil,
            let allowed = SharedLoginPermission(
                try transaction.attributeReleases.find(process.id, activation: activation)),
            allowed.organizationID == declared.organization.id, now < allowed.end, let role = try lastingRole
        else { return nil }
        let cookie = BearerToken.generate()
        try transaction.sharedLogins.insert(
            SharedLogin(
                sessionID: process.id, organizationID: allowed.organizationID, accountID: code.login.accountID,
                activationID: activation, factors: code.login.factors,
                authenticatedAt: code.login.authenticatedAt, cookieHash: cookie.hash, network: browser.network,
                browserKind: browser.kind, createdAt: now, expiresAt: allowed.end, lastUsedAt: now))
        try transaction.rememberedLogins.insert(
            RememberedLogin(
                login: code.login, roleID: role.id, cookieHash: BearerToken.generate().hash,
                data: RememberedLogin.RequestedData(login), policyVersion: service.policyVersion,
                network: browser.network, browserKind: browser.kind, createdAt: now, expiresAt: allowed.end,
                lastUsedAt: now, shared: RememberedLogin.Share(of: process.id, consent: process.id)))
        if isFirst {
            try transaction.audit.append(
                AuditEvent(
                    .sharedLoginBegun, at: now, accountID: code.login.accountID, activationID: activation,
                    serviceID: service.id, sessionID: process.id, network: browser.network))
        }
        return RememberedCookie(value: cookie, lifetimeSeconds: allowed.end.secondsSince(now))
    }

    /// Ends the login that this browser had. The websites are told if another person has come; otherwise their own
    /// sessions go on, as after a remembered login that another one replaces.
    private func replace(_ former: SharedLogin, by account: AccountID) throws {
        guard former.accountID != account else {
            try transaction.sharedLogins.end(former.sessionID)
            return
        }
        try transaction.endSharedLogin(former.sessionID)
        try transaction.audit.append(AuditEvent(endOf: former, at: now))
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
