import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

/// Fetches the result of a login for the browser that began it. The authorization code is made now, not earlier.
package struct ContinueLogin: Sendable {
    package enum Outcome: Sendable {
        /// A new authorization code; an earlier one of the same login is void.
        case code(OpaqueToken)
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
        let code = OpaqueToken.generate()
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
        _ code: OpaqueToken, _ id: SessionID, _ returnSecret: SecretOctets?, at now: Timestamp,
        _ transaction: any Transaction
    ) throws -> Outcome {
        guard let session = try transaction.sessions.find(id),
            let service = try transaction.services.find(id: session.serviceID)
        else { return .gone }
        // An operator may have withdrawn the address since the login began: nobody is sent there any more, with code or without.
        guard RedirectURI.matches(session.authorization.redirectURI, service) else { return .notRegistered }
        switch session.state(at: now) {
        case .waiting, .scanned, .confirming: return .open
        case .declined: return .refused(Self.denied)
        case .expired:
            // Written down where the website is told: a `finish` that was under way can no longer confirm the session.
            if try transaction.sessions.expire(session) {
                try transaction.attributeReleases.remove(id)
            }
            return .refused(Self.unmet(session.authorization.requirements))
        case .done:
            // Where a link began it, the cookie alone is not enough: the browser that began may be somebody else's, who sent
            // the link to the user (protocol, section 6).
            if session.channel == .sameDevice {
                guard let returnSecret, BearerHash.matches(returnSecret, session.returnHash) else { return .open }
            }
            guard try transaction.sessions.complete(session, at: now) else { return .used }
        case .completed:
            // The way back leads on once.
            guard session.channel != .sameDevice else { return .used }
            // A double click, or an answer that was lost: another code, as long as nobody has redeemed the first, which is void.
            guard now < session.expiresAt, session.codesIssued < LoginSession.maximumCodes,
                try transaction.grants.withdrawCode(of: id)
            else { return .used }
            try transaction.sessions.countRepeatedCode(session)
        }
        // Looked at again: account, device, membership or role may be gone since the confirmation.
        guard service.isActive, let authenticatedAt = session.authenticatedAt, let activationID = session.activationID,
            let activation = try transaction.activations.find(activationID), activation.state == .active,
            let account = try transaction.accounts.find(id: activation.accountID), account.isActive,
            let role = try transaction.services.roles(of: service.id, heldBy: account.id)
                .first(where: { $0.id == session.roleID })
        else { return .refused(Self.denied) }
        let mappingID = try transaction.services.mappingID(
            of: activation.accountID, at: service.id, new: { Base64URL.encode(SecureRandom.bytes(count: 16)) })
        try transaction.grants.insert(
            AuthorizationCode(
                hash: code.hash, sessionID: id, serviceID: service.id, accountID: activation.accountID,
                activationID: activation.id, mappingID: mappingID, roleName: role.name, factors: session.factors,
                authorization: session.authorization, authenticatedAt: authenticatedAt,
                expiresAt: now + AuthorizationCode.lifetimeSeconds, redeemedAt: nil))
        // Of the first alone, or who presses a button fills the log.
        guard session.state == .done else { return .code(code) }
        try transaction.audit.append(
            AuditEvent(
                .codeIssued, at: now, accountID: activation.accountID, activationID: activation.id,
                serviceID: service.id, sessionID: id))
        return .code(code)
    }
}
