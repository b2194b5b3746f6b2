/// A lasting access of a website, with the refresh token that it has now (RFC 6749, section 1.5).
///
/// There is one for each family: the tokens that replace one another, of which the last is valid.
public struct RefreshToken: Sendable, Equatable {
    /// The hash of the part that all tokens of the family share.
    public let familyHash: BearerHash
    /// The hash of the valid token.
    public let hash: BearerHash
    /// The hash of the code that began the family: a code used twice ends it (RFC 6749, section 4.1.2).
    public let codeHash: BearerHash
    public let login: ConfirmedLogin
    /// The scope that the person has confirmed. A use may ask for less, never for more.
    public let scope: [String]
    /// The key to which the tokens of a public client are bound (RFC 9449, section 5); nil for any other token.
    public let dpopThumbprint: String?
    /// The end that the person has signed.
    public let offlineUntil: Timestamp
    public let lastUsedAt: Timestamp
    /// The end, unless the token is used before.
    public let expiresAt: Timestamp

    public init(
        familyHash: BearerHash, hash: BearerHash, codeHash: BearerHash, login: ConfirmedLogin, scope: [String],
        dpopThumbprint: String? = nil, offlineUntil: Timestamp, lastUsedAt: Timestamp, expiresAt: Timestamp
    ) {
        self.familyHash = familyHash
        self.hash = hash
        self.codeHash = codeHash
        self.login = login
        self.scope = scope
        self.dpopThumbprint = dpopThumbprint
        self.offlineUntil = offlineUntil
        self.lastUsedAt = lastUsedAt
        self.expiresAt = expiresAt
    }

    /// Begins a lasting access.
    /// - Parameter dpopThumbprint: the key of a public client that has proved one.
    /// - Returns: nil for a code without one, and where the time is over.
    public init?(
        _ text: RefreshTokenText, for code: AuthorizationCode, boundTo dpopThumbprint: String?,
        under settings: ClientSettings.OfflineAccess, at now: Timestamp
    ) {
        guard let offlineUntil = code.offlineUntil else { return nil }
        let end = Self.end(of: code.login, offlineUntil: offlineUntil, lastUsedAt: now, under: settings)
        guard now < end else { return nil }
        self.init(
            familyHash: text.familyHash, hash: text.hash, codeHash: code.hash, login: code.login, scope: code.scope,
            dpopThumbprint: dpopThumbprint, offlineUntil: offlineUntil, lastUsedAt: now, expiresAt: end)
    }

    /// The moment until which an access token of the last use can read the released attributes.
    public var lastReading: Timestamp { expiresAt + AccessToken.lifetimeSeconds + Timestamp.clockTolerance }

    /// True unless its time is over, also by settings that have become shorter since its last use.
    public func isValid(under settings: ClientSettings.OfflineAccess, at now: Timestamp) -> Bool {
        let end = Self.end(of: login, offlineUntil: offlineUntil, lastUsedAt: lastUsedAt, under: settings)
        return now.isBefore(min(end, expiresAt), ofLifetime: settings.idleSeconds)
    }

    /// Returns the token after a use.
    /// - Parameter hash: the hash of the token that replaces it; the present one where it stays.
    public func used(
        replacedBy hash: BearerHash, under settings: ClientSettings.OfflineAccess, at now: Timestamp
    ) -> RefreshToken {
        RefreshToken(
            familyHash: familyHash, hash: hash, codeHash: codeHash, login: login, scope: scope,
            dpopThumbprint: dpopThumbprint, offlineUntil: offlineUntil, lastUsedAt: now,
            expiresAt: Self.end(of: login, offlineUntil: offlineUntil, lastUsedAt: now, under: settings))
    }

    private static func end(
        of login: ConfirmedLogin, offlineUntil: Timestamp, lastUsedAt: Timestamp,
        under settings: ClientSettings.OfflineAccess
    ) -> Timestamp {
        min(offlineUntil, login.authenticatedAt + settings.seconds, lastUsedAt + settings.idleSeconds)
    }
}
