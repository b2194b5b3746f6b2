import XignDomain
import XignProtocol
import XignStorage

/// Redeems an authorization code, in one transaction.
///
/// A code is used up by being presented, whatever comes of it: by another client, with another redirect URI, a wrong
/// verifier or too late. Somebody then has the code who should not have it, or guesses at the verifier, and gets no
/// second attempt (RFC 9700, section 4.5). A code that is presented again revokes its tokens (RFC 6749, section 4.1.2).
package struct RedeemCode: Sendable {
    /// A refusal as the client learns of it. The reason is in the audit log alone: an honest client has no use for it.
    package enum Refusal: Error {
        /// The client was switched off, its credentials were replaced, or its assertion was used before.
        case invalidClient
        /// The proof of possession was used before.
        case usedProof
        /// The code is unknown, used, expired, or not for this client, redirect URI, verifier and key.
        case invalidGrant
    }

    private let codeHash: BearerHash
    private let client: AuthenticatedClient
    fileprivate let redirectURI: String?
    fileprivate let verifier: String?
    /// The thumbprint of the key that the client has proved (RFC 9449); nil without a proof.
    fileprivate var thumbprint: String? { client.proof?.thumbprint }

    /// - Parameters:
    ///   - client: authenticated.
    ///   - redirectURI: as it was sent with the code; nil where it was not.
    ///   - verifier: the PKCE verifier (RFC 7636); nil where none was sent.
    package init(code: String, client: AuthenticatedClient, redirectURI: String?, verifier: String?) {
        codeHash = BearerHash(of: code)
        self.client = client
        self.redirectURI = redirectURI
        self.verifier = verifier
    }

    /// - Throws: `StorageError`.
    package func callAsFunction(_ context: Context) async throws -> Result<TokenGrant, Refusal> {
        // A code that does not exist, which anybody can send, must not wait in the queue of writers. A client with an
        // assertion is not anybody, and has its assertion used up.
        guard try client.assertion != nil || context.database.readStatement({ try $0.grants.hasCode(hash: codeHash) })
        else {
            return .failure(.invalidGrant)
        }
        let now = context.clock.now()
        return try await context.database.write { transaction in
            let found = try transaction.grants.code(hash: codeHash)
            let service: DeclaredService
            switch try client.admitted(in: transaction) {
            case .success(let admitted): service = admitted
            case .failure(.invalidClient): return .failure(.invalidClient)
            case .failure(.usedProof): return .failure(.usedProof)
            }
            guard let code = found else { return .failure(.invalidGrant) }
            return try Redemption(presented: self, code: code, declared: service, now: now, transaction: transaction)
                .run()
        }
    }
}

/// One attempt to redeem a code that exists.
private struct Redemption {
    let presented: RedeemCode
    let code: AuthorizationCode
    /// The client, as this transaction reads it.
    let declared: DeclaredService
    private var service: Service { declared.service }
    let now: Timestamp
    let transaction: any Transaction

    /// The reason in the audit log.
    private enum Reason: String, Error {
        case expired, otherClient, otherRedirectURI, wrongVerifier, otherKey, lockedOut, notActive, roleWithdrawn

        init(_ withdrawal: ConfirmedLogin.Withdrawal) {
            switch withdrawal {
            case .lockedOut: self = .lockedOut
            case .notActive: self = .notActive
            case .roleWithdrawn: self = .roleWithdrawn
            }
        }
    }

    /// A refusal is returned, since a throw would undo that the code is used up.
    func run() throws -> Result<TokenGrant, RedeemCode.Refusal> {
        guard try transaction.grants.redeem(hash: code.hash, at: now) else {
            try transaction.grants.revokeTokens(of: code)
            try record(.codeReused)
            try endRememberedLogin()
            return .failure(.invalidGrant)
        }
        let activation: Activation
        switch try admittedActivation() {
        case .success(let admitted): activation = admitted
        case .failure(let reason):
            try record(.codeRefused, detail: reason.rawValue)
            // A slow website is no thief: the browser's next code can still be redeemed.
            if reason != .expired { try endRememberedLogin() }
            return .failure(.invalidGrant)
        }
        try record(.codeRedeemed)
        let refreshToken = try beginOfflineAccess()
        let issue = IssueTokens(
            service: service, login: code.login, activation: activation, codeHash: code.hash,
            thumbprint: presented.thumbprint, now: now, transaction: transaction)
        return .success(
            try issue(
                scope: code.scope.filter { $0 != LoginRequirements.offlineScope || refreshToken != nil },
                withheld: try withheldScope, nonce: code.nonce, refreshToken: refreshToken))
    }

    /// Begins the lasting access that the person has signed, and keeps its attributes as long.
    /// - Returns: nil where there is none, or the service may have none now.
    private func beginOfflineAccess() throws -> RefreshTokenText? {
        guard code.offlineUntil != nil, let settings = service.client.offlineAccess else { return nil }
        let text = RefreshTokenText.generate()
        // The client's own credentials bind the token of a confidential client (RFC 9449, section 5).
        let thumbprint = service.isConfidential ? nil : presented.thumbprint
        guard let token = RefreshToken(text, for: code, boundTo: thumbprint, under: settings, at: now) else {
            return nil
        }
        try transaction.refreshTokens.insert(token)
        try transaction.attributeReleases.keep(code.login.sessionID, until: token.lastReading)
        return text
    }

    /// The confirmed scopes that a remembered login was not asked for this time, without those of attributes that each
    /// login asks for.
    private var withheldScope: [String] {
        get throws {
            guard service.client.rememberedLogin != nil || service.client.sharesLogin,
                let remembered = try transaction.rememberedLogins.find(code.login.sessionID)
            else { return [] }
            let required = service.attributes.filter(\.isRequired).compactMap(\.name.definition.scope)
            return remembered.data.scope.filter {
                !code.scope.contains($0) && !required.contains($0) && $0 != LoginRequirements.offlineScope
            }
        }
    }

    /// The part that the login is of a shared one; nil for any other.
    private var share: RememberedLogin.Share? {
        get throws {
            service.client.sharesLogin ? try transaction.rememberedLogins.find(code.login.sessionID)?.shared : nil
        }
    }

    /// Ends the login that the browser remembers or shares, which could issue further codes, with the attributes unless
    /// a lasting access still reads them.
    private func endRememberedLogin() throws {
        let session = code.login.sessionID
        if let id = try transaction.rememberedLogins.find(session)?.shared?.id,
            let shared = try transaction.sharedLogins.find(id)
        {
            try transaction.endSharedLogin(id)
            try transaction.audit.append(AuditEvent(endOf: shared, at: now))
        }
        try transaction.rememberedLogins.end(session)
        if try transaction.refreshTokens.find(session) == nil { try transaction.attributeReleases.remove(session) }
    }

    /// Finds the activation that confirmed the login, if the code may be redeemed.
    private func admittedActivation() throws -> Result<Activation, Reason> {
        guard code.login.serviceID == service.id else { return .failure(.otherClient) }
        guard hasSameRedirectURI else { return .failure(.otherRedirectURI) }
        guard CodeChallenge.isMet(code.codeChallenge, by: presented.verifier) else { return .failure(.wrongVerifier) }
        guard hasBoundKey else { return .failure(.otherKey) }
        guard now.isBefore(code.expiresAt, ofLifetime: AuthorizationCode.lifetimeSeconds) else {
            return .failure(.expired)
        }
        return try code.login.rights(at: now, declared, transaction).map(\.activation).mapError(Reason.init)
    }

    /// True if the key was proved that the code is bound to; any or none will do for a code that is not (RFC 9449,
    /// section 10).
    private var hasBoundKey: Bool {
        guard let bound = code.dpopThumbprint else { return true }
        return presented.thumbprint?.hasSameBytes(as: bound) ?? false
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

    /// Names the process whose statement confirmed what the website receives.
    private func record(_ kind: AuditEvent.Kind, detail: String? = nil) throws {
        try transaction.audit.append(
            AuditEvent(
                kind, at: now, accountID: code.login.accountID, activationID: code.login.activationID,
                serviceID: code.login.serviceID, sessionID: try share?.consent ?? code.login.sessionID,
                detail: detail))
    }
}
