import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

/// Opens the browser session of a confirmed login at a surface, for the browser that began the login. The account's
/// oldest sessions there end, where they would be more than `BrowserSession.maximumCount`.
package struct OpenBrowserSession: Sendable {
    package enum Outcome: Sendable {
        /// The session, and the value of its cookie. A repetition gets both again, as after a double click.
        case opened(BearerToken, BrowserSession)
        /// Nothing was decided yet, or the return secret is missing.
        case open
        /// The login has ended: it was declined, it has expired, or its device or account may no longer log in.
        case over
    }

    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Parameters:
    ///   - id: a process whose cookie the browser has shown.
    ///   - returnSecret: the secret that the browser brought back from the app, where both are on the same device.
    ///   - network: the browser's network, as logs name it.
    ///   - kind: the browser's words for itself.
    ///   - former: the cookie of the session that the browser has had so far; that session ends.
    package func callAsFunction(
        _ id: SessionID, returnSecret: SecretOctets? = nil, network: String?, kind: BrowserKind? = nil,
        replacing former: String? = nil
    ) async throws -> Outcome {
        let opening = Opening(
            id: id, returnSecret: returnSecret, network: network, kind: kind,
            former: former.map { BearerHash(of: $0) }, now: context.clock.now())
        return try await context.database.write { try opening.run($0) }
    }
}

/// One attempt of a browser to get the session of its login.
private struct Opening: Sendable {
    let id: SessionID
    let returnSecret: SecretOctets?
    let network: String?
    let kind: BrowserKind?
    /// The hash of the cookie that the browser has sent.
    let former: BearerHash?
    let now: Timestamp

    func run(_ transaction: any Transaction) throws -> OpenBrowserSession.Outcome {
        guard let process = try transaction.processes.find(id), case .pages(let surface) = process.goal else {
            return .over
        }
        let confirmation: Confirmation
        switch process.phase(at: now) {
        case .waiting, .claimed, .confirming: return .open
        case .declined, .expired: return .over
        case .confirmed(let made), .collected(let made, _): confirmation = made
        }
        // The cookie of the process alone is not enough where a link began it: the browser may be somebody else's, who
        // sent the link to the user (protocol, section 6).
        guard process.isReturned(with: returnSecret) else { return .open }
        guard let cookie = try cookie(transaction) else { return .over }
        guard case .confirmed = process.phase else { return try openedBefore(process, cookie, transaction) }
        return try open(process, at: surface, confirmation, cookie, transaction)
    }

    private func open(
        _ process: Process, at surface: BrowserSession.Surface, _ confirmation: Confirmation, _ cookie: BearerToken,
        _ transaction: any Transaction
    ) throws -> OpenBrowserSession.Outcome {
        // The account comes first: two logins of it count each other's session.
        guard let activation = try transaction.activations.find(confirmation.claim.activationID),
            try transaction.accounts.lock(activation.accountID) != nil,
            let sessionID = BrowserSessionID(process.id.bytes),
            let collected = process.collected(at: now), try transaction.processes.apply(collected)
        else { return .over }
        let session = BrowserSession(
            id: sessionID, cookieHash: cookie.hash, surface: surface, accountID: activation.accountID,
            activationID: activation.id, network: network, browserKind: kind, createdAt: now, lastSeen: now)
        // The account may have been disabled since the confirmation, or the device locked or removed.
        guard try FindBrowserSession.Found(session, at: now, transaction) != nil else { return .over }
        if let former = try former.flatMap({ try transaction.browserSessions.find(cookieHash: $0) }) {
            _ = try transaction.end(former, at: now)
        }
        let others = try transaction.browserSessions.all(of: session.accountID).filter {
            $0.surface == surface && $0.isOpen(at: now)
        }
        for oldest in others.dropFirst(BrowserSession.maximumCount - 1) { _ = try transaction.end(oldest, at: now) }
        try transaction.browserSessions.insert(session)
        try transaction.audit.append(
            AuditEvent(
                .sessionBegun, at: now, accountID: activation.accountID, activationID: activation.id,
                serviceID: process.serviceID, sessionID: process.id, network: network))
        return .opened(cookie, session)
    }

    /// Answers a repetition, as long as the process can be collected and the session is there.
    private func openedBefore(
        _ process: Process, _ cookie: BearerToken, _ transaction: any Transaction
    ) throws -> OpenBrowserSession.Outcome {
        guard now < process.expiresAt,
            let found = try FindBrowserSession.Found(
                try transaction.browserSessions.find(cookieHash: cookie.hash), at: now, transaction)
        else { return .over }
        return .opened(cookie, found.session)
    }

    /// Derives the cookie from the statement that was confirmed, so that a repetition gets it again though only its
    /// hash is stored. The statement contains 32 random bytes, so that each login has another cookie.
    ///
    /// HMAC-SHA256(manager secret, "xign/1 browser session" || SHA-256(consent statement)).
    private func cookie(_ transaction: any Transaction) throws -> BearerToken? {
        // The secret of this transaction: a former one may be known to somebody else.
        let managerSecret = try transaction.vault.managerSecret
        return try transaction.evidence.statementHash(of: id).map { hash in
            BearerToken(
                SecretOctets(
                    Array(
                        HMAC<SHA256>.authenticationCode(
                            for: Array("xign/1 browser session".utf8) + hash, using: managerSecret))))
        }
    }
}
