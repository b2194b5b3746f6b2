import XignDomain
import XignProtocol
import XignStorage

/// Redeems an authorization code, in one transaction.
///
/// A code is used up by being presented, whatever comes of it: by another client, with another redirect URI, a wrong
/// verifier or too late. Then somebody has it who should not, or guesses at the verifier, and there is no second
/// attempt (RFC 9700, section 4.5). Presented again, it takes what it gave with it (RFC 6749, section 4.1.2).
struct CodeRedemption: Sendable {
    let codeHash: [UInt8]
    /// The client, authenticated.
    let client: Service
    let redirectURI: String?
    let verifier: String?
    /// What is given for the code.
    let accessToken: OpaqueToken
    let now: Timestamp

    /// What a code gives.
    struct Grant: Sendable {
        let service: Service
        let code: AuthorizationCode
        let released: ReleasedClaims
    }

    /// Why a code is refused; stands in the audit log. The client is told only that it is.
    private enum Refusal: String {
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
    func run(_ transaction: any Transaction) throws -> Result<Grant, OAuthError> {
        guard let service = try ClientAuthentication.asItIsNow(client, transaction) else {
            return .failure(ClientAuthentication.refusal)
        }
        guard let code = try transaction.grants.code(hash: codeHash) else { return .failure(Self.refused) }
        guard try transaction.grants.redeem(hash: codeHash, at: now) else {
            try transaction.grants.revokeTokens(ofCode: codeHash)
            try transaction.attributeReleases.remove(code.sessionID)
            try record(.codeReused, code, transaction)
            return .failure(Self.refused)
        }
        if let refusal = try refusal(of: code, for: service, transaction) {
            try transaction.attributeReleases.remove(code.sessionID)
            try record(.codeRefused, code, detail: refusal.rawValue, transaction)
            return .failure(Self.refused)
        }
        try transaction.grants.insert(
            AccessToken(
                hash: accessToken.hash, codeHash: codeHash, sessionID: code.sessionID, serviceID: code.serviceID,
                accountID: code.accountID, activationID: code.activationID, mappingID: code.mappingID,
                roleName: code.roleName, scope: code.authorization.scope, expiresAt: now + AccessToken.lifetimeSeconds))
        try record(.codeRedeemed, code, transaction)
        let released = try ReleasedClaims(of: service) {
            try transaction.attributeReleases.find(code.sessionID, activation: code.activationID)
        }
        return .success(Grant(service: service, code: code, released: released))
    }

    /// One answer for all: which of them it was helps nobody who is in the right.
    static let refused = OAuthError(
        .invalidGrant, "the code is unknown, used, expired, or not for this client, redirect_uri and code_verifier")

    private func refusal(
        of code: AuthorizationCode, for service: Service, _ transaction: any Transaction
    ) throws -> Refusal? {
        guard code.serviceID.hasSameBytes(as: service.id) else { return .otherClient }
        guard let redirectURI, code.authorization.redirectURI.hasSameBytes(as: redirectURI) else {
            return .otherRedirectURI
        }
        guard CodeChallenge.isMet(code.authorization.codeChallenge, by: verifier) else { return .wrongVerifier }
        guard now.isBefore(code.expiresAt, ofLifetime: AuthorizationCode.lifetimeSeconds) else { return .expired }
        return try ConfirmedLogin(code).withdrawal(at: now, transaction).map(Refusal.init)
    }

    private func record(
        _ kind: AuditEvent.Kind, _ code: AuthorizationCode, detail: String? = nil, _ transaction: any Transaction
    ) throws {
        try transaction.audit.append(
            AuditEvent(
                kind, at: now, accountID: code.accountID, activationID: code.activationID, serviceID: code.serviceID,
                sessionID: code.sessionID, detail: detail))
    }
}
