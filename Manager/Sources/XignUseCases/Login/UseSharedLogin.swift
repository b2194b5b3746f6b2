import XignDomain
import XignProtocol
import XignStorage

/// Answers a website's request by the login that the browser shares at the websites of an organization, without the
/// device.
///
/// It tells the website nothing that its person has not confirmed for it before: see `WebsiteConsent`. All that it
/// rests on is judged in the transaction that issues the code.
package struct UseSharedLogin: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Parameters:
    ///   - request: with the cookie of the organization of its service.
    ///   - isAdmitted: decides for a login that answers the request if it is used now.
    package func callAsFunction(
        _ request: UseRememberedLogin.Request, isAdmitted: (SessionID) -> Bool
    ) async throws -> UseRememberedLogin.Outcome {
        let use = SharedUse(
            authorization: request.authorization, serviceID: request.serviceID,
            cookieHash: BearerHash(of: request.cookie), code: .generate(), now: context.clock.now())
        // A request without effect must not wait in the queue of writers.
        guard let found = try context.database.read({ try use.answer($0) }) else { return .notRemembered }
        guard isAdmitted(found.shared.sessionID) else { return .tooOften }
        return try await context.database.write { try use.run($0) } ? .code(use.code) : .notRemembered
    }
}

/// One use of a shared login at one website.
private struct SharedUse: Sendable {
    let authorization: AuthorizationRequest
    let serviceID: ServiceID
    let cookieHash: BearerHash
    let code: BearerToken
    let now: Timestamp

    /// The answer to the request, before it is given.
    struct Answer {
        let shared: SharedLogin
        let service: Service
        let consent: WebsiteConsent
        let login: ConfirmedLogin
        let roleID: RoleID
        /// Nil for the first use at the website, and for the first one after a login with the device there.
        let part: RememberedLogin?
        let data: RememberedLogin.RequestedData
        let releases: Releases
    }

    /// - Returns: false where the login has ended meanwhile, or another login was finished with the pushed request.
    func run(_ transaction: any Transaction) throws -> Bool {
        guard let answer = try answer(transaction),
            try authorization.pushedRequest.map(transaction.pushedRequests.consume) ?? true,
            try transaction.sharedLogins.use(answer.shared.sessionID, at: now)
        else { return false }
        try keepPart(answer, transaction)
        try keepReleases(answer, transaction)
        try transaction.grants.insert(AuthorizationCode(code, for: authorization, by: answer.login, at: now))
        try transaction.audit.append(
            AuditEvent(
                .sharedLoginUsed, at: now, accountID: answer.shared.accountID,
                activationID: answer.shared.activationID, serviceID: serviceID, sessionID: answer.shared.sessionID))
        return true
    }

    private func keepPart(_ answer: Answer, _ transaction: any Transaction) throws {
        let session = answer.login.sessionID
        guard answer.part == nil else {
            return try transaction.rememberedLogins.use(part: session, consent: answer.consent.process, at: now)
        }
        try transaction.replacePart(of: answer.shared.sessionID, at: serviceID, by: session)
        // Another one of this website, which has ended.
        try transaction.rememberedLogins.end(session)
        try transaction.rememberedLogins.insert(
            RememberedLogin(
                login: answer.login, roleID: answer.roleID,
                cookie: PersistentCookie(
                    hash: BearerToken.generate().hash, browser: answer.shared.cookie.browser, createdAt: now,
                    expiresAt: answer.shared.cookie.expiresAt),
                data: answer.data, policyVersion: answer.service.policyVersion,
                shared: RememberedLogin.Share(of: answer.shared.sessionID, consent: answer.consent.process)))
    }

    /// Keeps the values as long as the tokens of this use can read them.
    private func keepReleases(_ answer: Answer, _ transaction: any Transaction) throws {
        let (session, end) = (answer.login.sessionID, now + UseRememberedLogin.releaseSeconds)
        if answer.part == nil { try transaction.attributeReleases.remove(session) }
        let stored = try transaction.attributeReleases.find(session, activation: answer.login.activationID)
        if stored.isEmpty {
            guard !answer.releases.isEmpty else { return }
            try transaction.attributeReleases.prepare(
                answer.releases, of: session, activation: answer.login.activationID, expiresAt: end)
            try transaction.attributeReleases.confirm(session, keptUntil: end)
        } else {
            try transaction.attributeReleases.keep(session, until: end)
        }
    }

    // MARK: The conditions

    /// Finds the answer, if the login of the cookie gives one. The name of a cookie proves nothing: its login must be
    /// that of the organization whose service asks.
    func answer(_ transaction: any Transaction) throws -> Answer? {
        guard let shared = try transaction.sharedLogins.find(cookieHash: cookieHash),
            let declared = try transaction.declared.service(serviceID), declared.service.isActive,
            declared.organization.id == shared.organizationID,
            RedirectURI.matches(authorization.redirectURI, declared.service),
            let terms = declared.sharedLogin(returningTo: authorization.redirectURI),
            shared.isOpen(at: now, under: terms),
            authorization.admits(shared.accountID, confirmedAt: shared.authenticatedAt, at: now)
        else { return nil }
        // Evidence that somebody has altered is none.
        do { return try answer(by: shared, at: declared, transaction) } catch is Vault.OpeningError { return nil }
    }

    private func answer(
        by shared: SharedLogin, at declared: DeclaredService, _ transaction: any Transaction
    ) throws -> Answer? {
        let service = declared.service
        let origin = RedirectURI.statedOrigin(of: authorization.redirectURI, service)
        guard let standing = try transaction.standings.find(shared.activationID, at: declared), standing.isActive,
            standing.account.id == shared.accountID, standing.activation.lockout.pending(at: now) == nil,
            let subject = standing.mappingID, let begin = try begin(of: shared, transaction),
            let consent = try transaction.evidence.consent(of: shared.accountID, at: service.id),
            consent.holds(at: service, origin: origin, at: now),
            try isStrictEnough(shared, begin, for: declared, consent, transaction),
            let role = standing.roles.first(where: { $0.id == consent.roleID }),
            shared.isEnough(for: role, of: declared.policy, from: standing.activation),
            authorization.requirements.areMet(by: shared.factors, inBrowser: standing.activation.isBrowser)
        else { return nil }
        let known = try transaction.rememberedLogins.part(of: shared.sessionID, at: service.id)
        guard let session = try session(of: shared, in: role, transaction) else { return nil }
        let login = ConfirmedLogin(
            sessionID: session, serviceID: service.id, accountID: shared.accountID, activationID: shared.activationID,
            mappingID: subject, roleName: role.name, factors: shared.factors, authenticatedAt: shared.authenticatedAt)
        // A login with the device, and one in another role, are parts that this use replaces.
        let part = known.flatMap { $0.login == login && $0.roleID == role.id ? $0 : nil }
        let data = known?.data ?? RememberedLogin.RequestedData(authorization.requirements, at: origin)
        guard data.covers(authorization, at: service),
            let releases = try releases(
                of: data, by: login, consent, standing.account, service, isFirst: part == nil, transaction)
        else { return nil }
        return Answer(
            shared: shared, service: service, consent: consent, login: login, roleID: role.id, part: part, data: data,
            releases: releases)
    }

    /// The process id of the website's part: that of the confirmation where it was made, else one that tells websites
    /// nothing of each other.
    private func session(
        of shared: SharedLogin, in role: Role, _ transaction: any Transaction
    ) throws -> SessionID? {
        let begun = try transaction.rememberedLogins.find(shared.sessionID)
        if let begun, begun.login.serviceID == serviceID, begun.roleID == role.id,
            begun.shared?.id == shared.sessionID
        {
            return shared.sessionID
        }
        return SharedLogin.partID(
            of: shared.sessionID, at: serviceID, managerSecret: try transaction.vault.managerSecret)
    }

    /// Returns the statement by which the person has signed this very login: for the organization, until its end, and
    /// with these factors. Nil where there is none.
    private func begin(of shared: SharedLogin, _ transaction: any Transaction) throws -> ConsentStatement? {
        guard let record = try transaction.evidence.record(of: shared.sessionID), let consent = record.consent,
            record.activationID == shared.activationID, Set(consent.factors) == Set(shared.factors)
        else { return nil }
        let statement = try ConsentStatement(parsing: consent.payload)
        let key = AliasKey(
            managerSecret: try transaction.vault.managerSecret, account: shared.accountID,
            service: ServiceID(statement.service.id))
        let isSigned =
            shared.isConfirmation(of: statement)
            && statement.names(SharedLoginPermission(of: shared).content, .sharedLogin, key)
        return isSigned ? statement : nil
    }

    /// True if the service that is opened demands no more than what the signed login has met: protection from relays,
    /// and security requirements, which its device has passed at the begin or at the service since.
    private func isStrictEnough(
        _ shared: SharedLogin, _ begin: ConsentStatement, for declared: DeclaredService, _ consent: WebsiteConsent,
        _ transaction: any Transaction
    ) throws -> Bool {
        let (service, floor) = (declared.service, declared.policy.security)
        let today = try transaction.declared.service(ServiceID(begin.service.id))?.service
        // Each change of a service raises the version: what it demands today says nothing of a login before.
        let begun = today?.policyVersion == begin.policyVersion ? today : nil
        if begin.channel != .sameDevice {
            guard let begun, begun.openedQRCodes.isAsStrict(as: service.openedQRCodes) else { return false }
        }
        let demanded = floor.combined(with: service.security)
        if demanded == .none || consent.isGiven(since: begin) { return true }
        if let begun, floor.combined(with: begun.security).areAsStrict(as: demanded) { return true }
        // Another device may have logged in there since.
        let own = try transaction.evidence.consent(of: shared.accountID, by: shared.activationID, at: service.id)
        let origin = RedirectURI.statedOrigin(of: authorization.redirectURI, service)
        return own.map { $0.holds(at: service, origin: origin, at: now) && $0.isGiven(since: begin) } ?? false
    }

    /// Returns what the website is told: the values that its person has confirmed, if they are still the same.
    private func releases(
        of data: RememberedLogin.RequestedData, by login: ConfirmedLogin, _ consent: WebsiteConsent,
        _ account: Account, _ service: Service, isFirst: Bool, _ transaction: any Transaction
    ) throws -> Releases? {
        // Nobody reads these offers, so that no permission is among them, and their language has no effect.
        let offers = try OfferAttributes(account: account, service: service, transaction: transaction)
            .offers(for: data.requirements, in: account.language ?? .english)
        guard let releases = offers.releases(confirmedIn: consent.statement) else { return nil }
        guard !isFirst else { return releases }
        let stored = try transaction.attributeReleases.find(login.sessionID, activation: login.activationID)
        return stored.isEmpty || stored.tells(the: releases) ? releases : nil
    }
}

extension Releases {
    /// True if the website is told the same values, verified in the same way. A permission tells it nothing.
    fileprivate func tells(the others: Releases) -> Bool {
        func values(_ releases: Releases) -> Set<[String]> {
            Set(
                releases.attributes.map {
                    [$0.attribute.rawValue, $0.disclosure.value, $0.verification?.rawValue ?? ""]
                }
            )
            .union(
                releases.additional.filter { $0.name != .sharedLogin }
                    .map { [$0.name.rawValue, $0.disclosure.value] })
        }
        return values(self) == values(others)
    }
}
