import XignProtocol

/// An authorization code (RFC 6749, section 4.1.2). It lives a minute and can be redeemed once.
public struct AuthorizationCode: Sendable, Equatable {
    public static let lifetimeSeconds: Int64 = 60

    public var hash: BearerHash
    public var sessionID: SessionID
    public var serviceID: ServiceID
    public var accountID: AccountID
    public var activationID: ActivationID
    /// The pairwise subject.
    public var mappingID: MappingID
    public var roleName: String
    /// The factors that signed.
    public var factors: [FactorType]
    /// The address that the website named; nil for a code that an app has collected itself.
    public var redirectURI: String?
    public var scope: [String]
    public var nonce: String?
    /// The S256 code challenge (RFC 7636); nil where the request had none.
    public var codeChallenge: String?
    public var authenticatedAt: Timestamp
    public var expiresAt: Timestamp
    /// Nil until the code is redeemed.
    public var redeemedAt: Timestamp?

    public init(
        hash: BearerHash, sessionID: SessionID, serviceID: ServiceID, accountID: AccountID, activationID: ActivationID,
        mappingID: MappingID, roleName: String, factors: [FactorType], redirectURI: String?, scope: [String],
        nonce: String?, codeChallenge: String?,
        authenticatedAt: Timestamp, expiresAt: Timestamp, redeemedAt: Timestamp?
    ) {
        self.hash = hash
        self.sessionID = sessionID
        self.serviceID = serviceID
        self.accountID = accountID
        self.activationID = activationID
        self.mappingID = mappingID
        self.roleName = roleName
        self.factors = factors
        self.redirectURI = redirectURI
        self.scope = scope
        self.nonce = nonce
        self.codeChallenge = codeChallenge
        self.authenticatedAt = authenticatedAt
        self.expiresAt = expiresAt
        self.redeemedAt = redeemedAt
    }
}
