/// An access token for the user info endpoint (OpenID Connect Core, section 5.3). It is revoked together with its code.
public struct AccessToken: Sendable, Equatable {
    public static let lifetimeSeconds: Int64 = 300

    public let hash: BearerHash
    /// The hash of its code: a code used twice revokes its tokens (RFC 6749, section 4.1.2).
    public let codeHash: BearerHash
    public let login: ConfirmedLogin
    public let scope: [String]
    /// The scopes of the login that a narrower refresh has left out, with the claims that they ask for (RFC 6749,
    /// section 6).
    public let withheldScope: [String]
    /// The thumbprint of the key that must be proved with each use (RFC 9449, section 6); nil for a bearer token.
    public let dpopThumbprint: String?
    public let expiresAt: Timestamp

    public init(
        hash: BearerHash, codeHash: BearerHash, login: ConfirmedLogin, scope: [String], withheldScope: [String] = [],
        dpopThumbprint: String? = nil,
        expiresAt: Timestamp
    ) {
        self.hash = hash
        self.codeHash = codeHash
        self.login = login
        self.scope = scope
        self.dpopThumbprint = dpopThumbprint
        self.withheldScope = withheldScope
        self.expiresAt = expiresAt
    }
}
