import XignDomain
import XignProtocol
import XignStorage

/// Answers a website's request by the login that the browser remembers there, without the device.
///
/// Everything that the login rests on is judged in the transaction that issues the code, as for a code that is
/// redeemed.
package struct UseRememberedLogin: Sendable {
    package enum Outcome: Sendable {
        case code(BearerToken)
        /// Nothing is remembered that answers the request: the device is needed.
        case notRemembered
        /// The login is used too often.
        case tooOften
    }

    /// The time for which attributes are kept beyond the end of a remembered login: until the last token has expired.
    static let releaseSeconds =
        AuthorizationCode.lifetimeSeconds + AccessToken.lifetimeSeconds + Timestamp.clockTolerance

    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// The request of a website, and the cookie by which its browser remembers a login there.
    package struct Request: Sendable {
        let authorization: AuthorizationRequest
        let serviceID: ServiceID
        let cookie: String

        /// - Parameter authorization: the account that it demands is resolved.
        package init(_ authorization: AuthorizationRequest, at service: ServiceID, cookie: String) {
            self.authorization = authorization
            serviceID = service
            self.cookie = cookie
        }
    }

    /// - Parameter isAdmitted: decides for a login that answers the request if it is used now.
    package func callAsFunction(_ request: Request, isAdmitted: (SessionID) -> Bool) async throws -> Outcome {
        let use = Use(
            authorization: request.authorization, serviceID: request.serviceID,
            cookieHash: BearerHash(of: request.cookie), code: .generate(),
            now: context.clock.now())
        // A request without effect must not wait in the queue of writers.
        guard let found = try context.database.read({ try use.remembered($0) }) else { return .notRemembered }
        guard isAdmitted(found.login.sessionID) else { return .tooOften }
        return try await context.database.write { try use.run($0) } ? .code(use.code) : .notRemembered
    }
}

/// One use of a remembered login.
private struct Use: Sendable {
    let authorization: AuthorizationRequest
    let serviceID: ServiceID
    let cookieHash: BearerHash
    let code: BearerToken
    let now: Timestamp

    /// - Returns: false where the login has ended meanwhile, or another login was finished with the pushed request.
    func run(_ transaction: any Transaction) throws -> Bool {
        guard let login = try remembered(transaction)?.login,
            try authorization.pushedRequest.map(transaction.pushedRequests.consume) ?? true,
            try transaction.rememberedLogins.use(login.sessionID, at: now)
        else { return false }
        try transaction.grants.insert(AuthorizationCode(code, for: authorization, by: login, at: now))
        try transaction.audit.append(
            AuditEvent(
                .rememberedLoginUsed, at: now, accountID: login.accountID, activationID: login.activationID,
                serviceID: login.serviceID, sessionID: login.sessionID))
        return true
    }

    /// Finds the login of the cookie, if it answers the request. The name of a cookie proves nothing: its login must be
    /// that of the service that asks.
    func remembered(_ transaction: any Transaction) throws -> RememberedLogin? {
        guard let remembered = try transaction.rememberedLogins.find(cookieHash: cookieHash),
            remembered.login.serviceID == serviceID, let declared = try transaction.declared.service(serviceID),
            RedirectURI.matches(authorization.redirectURI, declared.service),
            remembered.answers(authorization, at: declared.service, at: now),
            case .success(let rights) = try remembered.login.rights(at: now, declared, transaction),
            authorization.requirements.areMet(
                by: remembered.login.factors, inBrowser: rights.activation.isBrowser)
        else { return nil }
        let policy = try transaction.declared.policy()
        let isTaken = rights.roles.contains { remembered.isTaken(by: $0, of: policy, from: rights.activation) }
        guard isTaken else { return nil }
        // Values that somebody has altered are none.
        do {
            return try holdsRequired(remembered.login, declared.service, transaction) ? remembered : nil
        } catch is Vault.OpeningError { return nil }
    }

    /// True if the person has confirmed and still holds the values, beside groups, without which nobody logs in.
    private func holdsRequired(
        _ login: ConfirmedLogin, _ service: Service, _ transaction: any Transaction
    ) throws -> Bool {
        let required = service.additionalValues.filter(\.isAlwaysAsked)
        guard !required.isEmpty else { return true }
        let confirmed = try transaction.attributeReleases.find(login.sessionID, activation: login.activationID)
        let held = try HeldValues(account: login.accountID, service: service, transaction: transaction)(required)
        let releases = confirmed.additional.filter { release in required.contains { $0.name == release.name } }
        return releases.count == required.count && service.areCurrent(releases, held: held)
    }
}

extension AuthorizationCode {
    /// The code that answers a website's request by a login that the browser repeats.
    init(_ code: BearerToken, for request: AuthorizationRequest, by login: ConfirmedLogin, at now: Timestamp) {
        let requirements = request.requirements
        self.init(
            hash: code.hash, login: login, redirectURI: request.redirectURI, scope: requirements.scope,
            nonce: requirements.nonce, codeChallenge: requirements.codeChallenge,
            dpopThumbprint: requirements.dpopThumbprint, expiresAt: now + AuthorizationCode.lifetimeSeconds,
            redeemedAt: nil)
    }
}
