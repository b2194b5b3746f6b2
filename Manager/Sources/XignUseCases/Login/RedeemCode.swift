import XignDomain
import XignProtocol
import XignStorage

/// Redeems an authorization code, in one transaction.
///
/// A code is used up by being presented, whatever comes of it: by another client, with another redirect URI, a wrong
/// verifier or too late. Somebody then has the code who should not have it, or guesses at the verifier, and gets no
/// second attempt (RFC 9700, section 4.5). A code that is presented again revokes its tokens (RFC 6749, section 4.1.2).
package struct RedeemCode: Sendable {
    /// The tokens that a code is exchanged for, and what they tell.
    package struct Grant: Sendable {
        package let service: Service
        package let code: AuthorizationCode
        package let contextClass: AuthenticationMethods.ContextClass
        package let released: ReleasedClaims
        package let accessToken: BearerToken
        package let issuedAt: Timestamp
    }

    /// A refusal as the client learns of it. The reason is in the audit log alone: an honest client has no use for it.
    package enum Refusal: Error {
        /// The client was switched off, or its secret was replaced.
        case invalidClient
        /// The code is unknown, used, expired, or not for this client, redirect URI and verifier.
        case invalidGrant
    }

    private let codeHash: BearerHash
    private let client: Service
    fileprivate let redirectURI: String?
    fileprivate let verifier: String?
    fileprivate let accessToken = BearerToken.generate()

    /// - Parameters:
    ///   - client: authenticated.
    ///   - redirectURI: as it was sent with the code; nil where it was not.
    ///   - verifier: the PKCE verifier (RFC 7636); nil where none was sent.
    package init(code: String, client: Service, redirectURI: String?, verifier: String?) {
        codeHash = BearerHash(of: code)
        self.client = client
        self.redirectURI = redirectURI
        self.verifier = verifier
    }

    /// - Throws: `StorageError`.
    package func callAsFunction(_ context: Context) async throws -> Result<Grant, Refusal> {
        // A code that does not exist, which anybody can send, must not wait in the queue of writers.
        guard try context.database.read({ try $0.grants.code(hash: codeHash) }) != nil else {
            return .failure(.invalidGrant)
        }
        let now = context.clock.now()
        return try await context.database.write { transaction in
            guard let service = try AuthenticateClient.current(client, transaction) else {
                return .failure(.invalidClient)
            }
            guard let code = try transaction.grants.code(hash: codeHash) else { return .failure(.invalidGrant) }
            return try Redemption(presented: self, code: code, service: service, now: now, transaction: transaction)
                .run()
        }
    }
}

/// One attempt to redeem a code that exists.
private struct Redemption {
    let presented: RedeemCode
    let code: AuthorizationCode
    /// The client, as this transaction reads it.
    let service: Service
    let now: Timestamp
    let transaction: any Transaction

    /// The reason in the audit log.
    private enum Reason: String, Error {
        case expired, otherClient, otherRedirectURI, wrongVerifier, lockedOut, notActive, roleWithdrawn

        init(_ withdrawal: ConfirmedLogin.Withdrawal) {
            switch withdrawal {
            case .lockedOut: self = .lockedOut
            case .notActive: self = .notActive
            case .roleWithdrawn: self = .roleWithdrawn
            }
        }
    }

    /// A refusal is returned, since a throw would undo that the code is used up.
    func run() throws -> Result<RedeemCode.Grant, RedeemCode.Refusal> {
        guard try transaction.grants.redeem(hash: code.hash, at: now) else {
            try transaction.grants.revokeTokens(ofCode: code.hash)
            try transaction.attributeReleases.remove(code.sessionID)
            try record(.codeReused)
            return .failure(.invalidGrant)
        }
        let activation: Activation
        switch try admittedActivation() {
        case .success(let admitted): activation = admitted
        case .failure(let reason):
            try transaction.attributeReleases.remove(code.sessionID)
            try record(.codeRefused, detail: reason.rawValue)
            return .failure(.invalidGrant)
        }
        let accessToken = presented.accessToken
        try transaction.grants.insert(
            AccessToken(
                hash: accessToken.hash, codeHash: code.hash, sessionID: code.sessionID, serviceID: code.serviceID,
                accountID: code.accountID, activationID: code.activationID, mappingID: code.mappingID,
                roleName: code.roleName, scope: code.scope, expiresAt: now + AccessToken.lifetimeSeconds))
        try record(.codeRedeemed)
        let released = try ReleasedClaims(of: service) {
            try transaction.attributeReleases.find(code.sessionID, activation: code.activationID)
        }
        return .success(
            RedeemCode.Grant(
                service: service, code: code,
                contextClass: AuthenticationMethods.contextClass(for: code.factors, inBrowser: activation.isBrowser),
                released: released, accessToken: accessToken, issuedAt: now))
    }

    /// Finds the activation that confirmed the login, if the code may be redeemed.
    private func admittedActivation() throws -> Result<Activation, Reason> {
        guard code.serviceID == service.id else { return .failure(.otherClient) }
        guard hasSameRedirectURI else { return .failure(.otherRedirectURI) }
        guard CodeChallenge.isMet(code.codeChallenge, by: presented.verifier) else { return .failure(.wrongVerifier) }
        guard now.isBefore(code.expiresAt, ofLifetime: AuthorizationCode.lifetimeSeconds) else {
            return .failure(.expired)
        }
        return try ConfirmedLogin(code).activation(at: now, transaction).mapError(Reason.init)
    }

    /// True if the code is presented with the address that it was sent to, or without one where an app has collected it
    /// (RFC 6749, section 4.1.3).
    private var hasSameRedirectURI: Bool {
        switch (code.redirectURI, presented.redirectURI) {
        case (let sent?, let presented?): sent.hasSameBytes(as: presented)
        case (nil, nil): true
        case (nil, _?), (_?, nil): false
        }
    }

    private func record(_ kind: AuditEvent.Kind, detail: String? = nil) throws {
        try transaction.audit.append(
            AuditEvent(
                kind, at: now, accountID: code.accountID, activationID: code.activationID, serviceID: code.serviceID,
                sessionID: code.sessionID, detail: detail))
    }
}
