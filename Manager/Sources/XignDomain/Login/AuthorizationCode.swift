/// An authorization code (RFC 6749, section 4.1.2). It lives a minute and can be redeemed once.
public struct AuthorizationCode: Sendable, Equatable {
    public static let lifetimeSeconds: Int64 = 60

    public let hash: BearerHash
    public let login: ConfirmedLogin
    /// The address that the website named; nil for a code that an app has collected itself.
    public let redirectURI: String?
    public let scope: [String]
    public let nonce: String?
    /// The S256 code challenge (RFC 7636); nil where the request had none.
    public let codeChallenge: String?
    /// The thumbprint of the key that must be proved when the code is redeemed (RFC 9449, section 10), if any.
    public let dpopThumbprint: String?
    /// The end of the lasting access that the person has signed; nil where there is none, and no refresh token either.
    public let offlineUntil: Timestamp?
    public let expiresAt: Timestamp
    /// Nil until the code is redeemed.
    public let redeemedAt: Timestamp?

    public init(
        hash: BearerHash, login: ConfirmedLogin, redirectURI: String?, scope: [String], nonce: String?,
        codeChallenge: String?, dpopThumbprint: String? = nil, offlineUntil: Timestamp? = nil, expiresAt: Timestamp,
        redeemedAt: Timestamp?
    ) {
        self.hash = hash
        self.login = login
        self.redirectURI = redirectURI
        self.scope = scope
        self.nonce = nonce
        self.codeChallenge = codeChallenge
        self.dpopThumbprint = dpopThumbprint
        self.offlineUntil = offlineUntil
        self.expiresAt = expiresAt
        self.redeemedAt = redeemedAt
    }
}
