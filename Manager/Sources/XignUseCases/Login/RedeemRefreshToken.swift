import XignDomain
import XignProtocol
import XignStorage

/// Redeems a refresh token, in one transaction (RFC 6749, section 6; OpenID Connect Core, section 12).
///
/// The token of a public client is replaced with each use, since whoever has it can use it. A token that was replaced
/// and is presented again is in two hands, and ends the lasting access (RFC 9700, section 4.14.2). The tokens of
/// confidential clients and those bound to a key stay: rotation would protect them no better, and a lost answer
/// would cost the access.
///
/// A right that was withdrawn since the confirmation ends the access for good. A raised policy version alone does not:
/// a refresh gives the data that the person has confirmed, or less, in the same role. What the operator has made
/// stricter holds at once.
package struct RedeemRefreshToken: Sendable {
    /// A refusal as the client learns of it. The reason is in the audit log alone.
    package enum Refusal: Error {
        /// The client was switched off, its credentials were replaced, or its assertion was used before.
        case invalidClient
        /// The proof of possession was used before.
        case usedProof
        /// The client may not have refresh tokens.
        case unauthorizedClient
        /// The token is unknown, replaced, expired, revoked, another client's, or bound to another key.
        case invalidGrant
        /// The device that confirmed is locked for some seconds, after a wrong PIN. The access goes on then.
        case lockedOut(seconds: Int64)
        /// The scope has more than the person has confirmed.
        case invalidScope
    }

    fileprivate let token: String
    private let client: AuthenticatedClient
    /// The scopes that the client wants; nil for all.
    fileprivate let scope: [String]?

    /// - Parameters:
    ///   - client: authenticated.
    ///   - scope: as it was sent; nil where it was not.
    package init(token: String, client: AuthenticatedClient, scope: String?) {
        self.token = token
        self.client = client
        self.scope = scope?.split(separator: " ").map(String.init)
    }

    /// - Throws: `StorageError`.
    package func callAsFunction(_ context: Context) async throws -> Result<TokenGrant, Refusal> {
        guard let text = RefreshTokenText(token) else { return .failure(.invalidGrant) }
        // A token that does not exist, which anybody can send, must not wait in the queue of writers. A client with an
        // assertion is not anybody, and has its assertion used up.
        guard
            try client.assertion != nil
                || context.database.read({ try $0.refreshTokens.find(family: text.familyHash) }) != nil
        else { return .failure(.invalidGrant) }
        let now = context.clock.now()
        // Refusals are returned, since a throw would undo the end of the access.
        return try await context.database.write { transaction in
            let service: DeclaredService
            switch try client.admitted(in: transaction) {
            case .success(let admitted): service = admitted
            case .failure(.invalidClient): return .failure(.invalidClient)
            case .failure(.usedProof): return .failure(.usedProof)
            }
            guard let token = try transaction.refreshTokens.find(family: text.familyHash) else {
                return .failure(.invalidGrant)
            }
            return try Use(
                presented: text, scope: scope, thumbprint: client.proof?.thumbprint, token: token, declared: service,
                policy: try transaction.declared.policy(), now: now, transaction: transaction
            ).run()
        }
    }
}

/// One use of a refresh token whose family exists.
private struct Use {
    let presented: RefreshTokenText
    let scope: [String]?
    /// The thumbprint of the key that the client has proved; nil without a proof.
    let thumbprint: String?
    let token: RefreshToken
    /// The client, as this transaction reads it.
    let declared: DeclaredService
    private var service: Service { declared.service }
    let policy: Policy
    let now: Timestamp
    let transaction: any Transaction

    /// The reason in the audit log.
    private enum Reason: String, Error {
        case otherClient, otherKey, expired, lockedOut, notActive, roleWithdrawn, roleChanged

        init(_ withdrawal: ConfirmedLogin.Withdrawal) {
            switch withdrawal {
            case .lockedOut: self = .lockedOut
            case .notActive: self = .notActive
            case .roleWithdrawn: self = .roleWithdrawn
            }
        }
    }

    func run() throws -> Result<TokenGrant, RedeemRefreshToken.Refusal> {
        // Another client's token does not end here: any client could end the accesses of others.
        guard token.login.serviceID == service.id else {
            try record(.refreshRefused, detail: Reason.otherClient.rawValue)
            return .failure(.invalidGrant)
        }
        guard let settings = service.client.offlineAccess else { return .failure(.unauthorizedClient) }
        // A client without the key can do nothing with the token, and must not be able to end the access.
        guard hasBoundKey else {
            try record(.refreshRefused, detail: Reason.otherKey.rawValue)
            return .failure(.invalidGrant)
        }
        guard token.hash == presented.hash else {
            try transaction.refreshTokens.end(token)
            try record(.refreshTokenReused)
            return .failure(.invalidGrant)
        }
        if let seconds = try lockoutSeconds { return .failure(.lockedOut(seconds: seconds)) }
        let activation: Activation
        switch try admittedActivation(under: settings) {
        case .success(let admitted): activation = admitted
        case .failure(let reason):
            try transaction.refreshTokens.end(token)
            try record(.refreshRefused, detail: reason.rawValue)
            return .failure(.invalidGrant)
        }
        guard let scope = grantedScope else { return .failure(.invalidScope) }
        let next = isRotated ? presented.rotated() : nil
        let used = token.used(replacedBy: next?.hash ?? token.hash, under: settings, at: now)
        try transaction.refreshTokens.save(used)
        try transaction.attributeReleases.keep(token.login.sessionID, until: used.lastReading)
        try record(.tokensRefreshed)
        let issue = IssueTokens(
            service: service, login: token.login, activation: activation, codeHash: token.codeHash,
            thumbprint: thumbprint, now: now, transaction: transaction)
        return .success(
            try issue(
                scope: scope, withheld: token.scope.filter { !scope.contains($0) }, refreshToken: next))
    }

    /// The rest of a lockout for a time; nil where there is none. A wrong PIN is no reason to end what was confirmed
    /// before it.
    private var lockoutSeconds: Int64? {
        get throws {
            let activation = try transaction.activations.find(token.login.activationID)
            return activation?.lockout.pending(at: now)?.retryAfterSeconds
        }
    }

    /// Finds the activation that confirmed the login, if the access still holds.
    private func admittedActivation(
        under settings: ClientSettings.OfflineAccess
    ) throws -> Result<Activation, Reason> {
        guard token.isValid(under: settings, at: now) else { return .failure(.expired) }
        return try token.login.rights(at: now, declared, transaction).mapError(Reason.init).flatMap { rights in
            rights.role.stillTakes(token.login, by: rights.activation, policy)
                ? .success(rights.activation) : .failure(.roleChanged)
        }
    }

    /// The scope that was asked for; nil where it has more than the person has confirmed (RFC 6749, section 6).
    private var grantedScope: [String]? {
        guard let scope else { return token.scope }
        guard !scope.isEmpty, scope.allSatisfy(token.scope.contains) else { return nil }
        return token.scope.filter(scope.contains)
    }

    private var hasBoundKey: Bool {
        guard let bound = token.dpopThumbprint else { return true }
        return thumbprint?.hasSameBytes(as: bound) ?? false
    }

    private var isRotated: Bool { !service.isConfidential && token.dpopThumbprint == nil }

    private func record(_ kind: AuditEvent.Kind, detail: String? = nil) throws {
        try transaction.audit.append(
            AuditEvent(
                kind, at: now, accountID: token.login.accountID, activationID: token.login.activationID,
                serviceID: token.login.serviceID, sessionID: token.login.sessionID, detail: detail))
    }
}

extension Role {
    /// True while the role and the policy would take the login's factors from its device.
    fileprivate func stillTakes(_ login: ConfirmedLogin, by activation: Activation, _ policy: Policy) -> Bool {
        let takesDevice = Self.loginChannels.contains { takes(platform: activation.platform, on: $0) }
        let alternatives = offered(by: policy, to: activation.platform)?.alternatives ?? []
        return takesDevice && alternatives.contains { Set($0) == Set(login.factors) }
    }
}
