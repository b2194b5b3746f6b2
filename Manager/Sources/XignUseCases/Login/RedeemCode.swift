import XignDomain
import XignProtocol
import XignStorage

/// Redeems an authorization code, in one transaction.
///
/// A code is used up by being presented, whatever comes of it: by another client, with another redirect URI, a wrong
/// verifier or too late. Then somebody has it who should not, or guesses at the verifier, and there is no second
/// attempt (RFC 9700, section 4.5). Presented again, it takes what it gave with it (RFC 6749, section 4.1.2).
package struct RedeemCode: Sendable {
    /// The tokens that a code is exchanged for, and what they tell.
    package struct Grant: Sendable {
        package let service: Service
        package let code: AuthorizationCode
        package let released: ReleasedClaims
        package let accessToken: BearerToken
        package let issuedAt: Timestamp
    }

    /// A refusal as the client learns of it. The reason stands in the audit log: it helps nobody who is in the right.
    package enum Refusal: Error {
        /// The client was switched off, or has another secret by now.
        case invalidClient
        /// The code is unknown, used, expired, or not for this client, redirect URI and verifier.
        case invalidGrant
    }

    private let codeHash: BearerHash
    private let client: Service
    private let redirectURI: String?
    private let verifier: String?
    private let accessToken = BearerToken.generate()

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
        return try await context.database.write { try redeem(at: now, $0) }
    }

    /// The reason in the audit log.
    private enum Reason: String {
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
    private func redeem(at now: Timestamp, _ transaction: any Transaction) throws -> Result<Grant, Refusal> {
        guard let service = try AuthenticateClient.current(client, transaction) else { return .failure(.invalidClient) }
        guard let code = try transaction.grants.code(hash: codeHash) else { return .failure(.invalidGrant) }
        guard try transaction.grants.redeem(hash: codeHash, at: now) else {
            try transaction.grants.revokeTokens(ofCode: codeHash)
            try transaction.attributeReleases.remove(code.sessionID)
            try record(.codeReused, code, at: now, transaction)
            return .failure(.invalidGrant)
        }
        if let reason = try reason(against: code, for: service, at: now, transaction) {
            try transaction.attributeReleases.remove(code.sessionID)
            try record(.codeRefused, code, detail: reason.rawValue, at: now, transaction)
            return .failure(.invalidGrant)
        }
        try transaction.grants.insert(
            AccessToken(
                hash: accessToken.hash, codeHash: codeHash, sessionID: code.sessionID, serviceID: code.serviceID,
                accountID: code.accountID, activationID: code.activationID, mappingID: code.mappingID,
                roleName: code.roleName, scope: code.scope, expiresAt: now + AccessToken.lifetimeSeconds))
        try record(.codeRedeemed, code, at: now, transaction)
        let released = try ReleasedClaims(of: service) {
            try transaction.attributeReleases.find(code.sessionID, activation: code.activationID)
        }
        return .success(
            Grant(service: service, code: code, released: released, accessToken: accessToken, issuedAt: now))
    }

    private func reason(
        against code: AuthorizationCode, for service: Service, at now: Timestamp, _ transaction: any Transaction
    ) throws -> Reason? {
        guard code.serviceID == service.id else { return .otherClient }
        guard let redirectURI, code.redirectURI.hasSameBytes(as: redirectURI) else {
            return .otherRedirectURI
        }
        guard CodeChallenge.isMet(code.codeChallenge, by: verifier) else { return .wrongVerifier }
        guard now.isBefore(code.expiresAt, ofLifetime: AuthorizationCode.lifetimeSeconds) else { return .expired }
        return try ConfirmedLogin(code).withdrawal(at: now, transaction).map(Reason.init)
    }

    private func record(
        _ kind: AuditEvent.Kind, _ code: AuthorizationCode, detail: String? = nil, at now: Timestamp,
        _ transaction: any Transaction
    ) throws {
        try transaction.audit.append(
            AuditEvent(
                kind, at: now, accountID: code.accountID, activationID: code.activationID, serviceID: code.serviceID,
                sessionID: code.sessionID, detail: detail))
    }
}
