import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

/// Fetches the result of a login for the browser that began it. The authorization code is made now, not earlier.
package struct ContinueLogin: Sendable {
    package enum Outcome: Sendable {
        /// A new authorization code; an earlier one of the same login is void.
        case code(BearerToken)
        case refused(AuthorizationRefusal)
        /// The result was handed out, and is not handed out again.
        case used
        /// Nothing was decided yet, or the return secret is missing.
        case open
        /// The redirect URI is no longer registered: the browser must not be sent there.
        case notRegistered
        /// The login or its service was removed.
        case gone
    }

    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Parameters:
    ///   - id: a login whose cookie the browser has shown.
    ///   - returnSecret: the secret that the browser brought back from the app, where both are on the same device.
    package func callAsFunction(_ id: SessionID, returnSecret: SecretOctets? = nil) async throws -> Outcome {
        let now = context.clock.now()
        let code = BearerToken.generate()
        return try await context.database.write { transaction in
            try mint(code, id, returnSecret, at: now, transaction)
        }
    }

    /// The same whether the user cancelled, said "this was not me", let the time pass or may not log in there: it is
    /// none of the website's business.
    private static let denied = AuthorizationRefusal(.accessDenied)

    /// Where the time is over, nobody has met what the website demanded (OpenID Connect Core, sections 3.1.2.1 and 5.5.1.1). Whether
    /// anybody tried is not told.
    private static func unmet(_ requirements: LoginRequirements) -> AuthorizationRefusal {
        if requirements.accountID != nil { return AuthorizationRefusal(.loginRequired) }
        if requirements.contextClasses != nil { return AuthorizationRefusal(.unmetAuthenticationRequirements) }
        return denied
    }

    private func mint(
        _ code: BearerToken, _ id: SessionID, _ returnSecret: SecretOctets?, at now: Timestamp,
        _ transaction: any Transaction
    ) throws -> Outcome {
        guard let login = try transaction.processes.browserLogin(id),
            let service = try transaction.services.find(id: login.process.serviceID)
        else { return .gone }
        let process = login.process
        // An operator may have withdrawn the address since the login began: the browser must not be sent there.
        guard RedirectURI.matches(login.request.redirectURI, service) else { return .notRegistered }
        let confirmation: Confirmation
        let isFirst: Bool
        switch process.phase(at: now) {
        case .waiting, .claimed, .confirming: return .open
        case .declined: return .refused(Self.denied)
        case .expired:
            // Stored when the website is told: a `finish` that is under way can no longer confirm the process.
            if let expired = process.expired(), try transaction.processes.apply(expired) {
                try transaction.attributeReleases.remove(id)
            }
            return .refused(Self.unmet(process.goal.login.requirements))
        case .confirmed(let made):
            // Where a link began it, the cookie alone is not enough: the browser that began may be somebody else's, who sent
            // the link to the user (protocol, section 6).
            if process.channel == .sameDevice {
                guard let returnSecret, made.returnHash == BearerHash(of: returnSecret) else { return .open }
            }
            (confirmation, isFirst) = (made, true)
        case .collected(let made, _):
            // The way back from an app leads on once. Elsewhere, after a double click or a lost answer, the browser gets
            // another code as long as the first was not redeemed, which is void then.
            guard process.channel != .sameDevice else { return .used }
            (confirmation, isFirst) = (made, false)
        }
        guard let collected = process.collected(at: now), try isFirst || transaction.grants.withdrawCode(of: id),
            try transaction.processes.apply(collected)
        else { return .used }
        return try issue(code, for: login, confirmation, at: now, isFirst: isFirst, service, transaction)
    }

    /// Issues the code, unless account, device, membership or role were withdrawn since the confirmation.
    private func issue(
        _ code: BearerToken, for login: BrowserLogin, _ confirmation: Confirmation, at now: Timestamp, isFirst: Bool,
        _ service: Service, _ transaction: any Transaction
    ) throws -> Outcome {
        let process = login.process
        guard service.isActive,
            let activation = try transaction.activations.find(confirmation.claim.activationID),
            activation.state == .active, let account = try transaction.accounts.find(id: activation.accountID),
            account.isActive,
            let role = try transaction.services.roles(of: service.id, heldBy: account.id)
                .first(where: { $0.id == confirmation.roleID })
        else { return .refused(Self.denied) }
        let mappingID = try transaction.services.mappingID(
            of: account.id, at: service.id, new: { MappingID(Base64URL.encode(SecureRandom.bytes(count: 16))) })
        let requirements = process.goal.login.requirements
        try transaction.grants.insert(
            AuthorizationCode(
                hash: code.hash, sessionID: process.id, serviceID: service.id, accountID: account.id,
                activationID: activation.id, mappingID: mappingID, roleName: role.name, factors: confirmation.factors,
                redirectURI: login.request.redirectURI, scope: requirements.scope, nonce: requirements.nonce,
                codeChallenge: requirements.codeChallenge, authenticatedAt: confirmation.authenticatedAt,
                expiresAt: now + AuthorizationCode.lifetimeSeconds, redeemedAt: nil))
        // Only the first is audited: pressing a button must not fill the log.
        if isFirst {
            try transaction.audit.append(
                AuditEvent(
                    .codeIssued, at: now, accountID: account.id, activationID: activation.id, serviceID: service.id,
                    sessionID: process.id))
        }
        return .code(code)
    }
}
