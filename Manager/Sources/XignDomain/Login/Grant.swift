import XignProtocol

/// What a website may redeem: an authorization code (RFC 6749, section 4.1.2). Lives a minute, works once.
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
    public var factors: [FactorType]
    public var redirectURI: String
    public var scope: [String]
    public var nonce: String?
    public var codeChallenge: String?
    public var authenticatedAt: Timestamp
    public var expiresAt: Timestamp
    public var redeemedAt: Timestamp?

    public init(
        hash: BearerHash, sessionID: SessionID, serviceID: ServiceID, accountID: AccountID, activationID: ActivationID,
        mappingID: MappingID, roleName: String, factors: [FactorType], redirectURI: String, scope: [String],
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

/// What the user info endpoint takes. Falls with the code that it came from.
public struct AccessToken: Sendable, Equatable {
    public static let lifetimeSeconds: Int64 = 300

    public var hash: BearerHash
    /// The code's hash: a code used twice revokes what it gave.
    public var codeHash: BearerHash
    /// Where it was confirmed what the token tells.
    public var sessionID: SessionID
    public var serviceID: ServiceID
    public var accountID: AccountID
    public var activationID: ActivationID
    public var mappingID: MappingID
    /// The role that the login was confirmed for.
    public var roleName: String
    public var scope: [String]
    public var expiresAt: Timestamp

    public init(
        hash: BearerHash, codeHash: BearerHash, sessionID: SessionID, serviceID: ServiceID, accountID: AccountID,
        activationID: ActivationID, mappingID: MappingID, roleName: String, scope: [String], expiresAt: Timestamp
    ) {
        self.hash = hash
        self.codeHash = codeHash
        self.sessionID = sessionID
        self.serviceID = serviceID
        self.accountID = accountID
        self.activationID = activationID
        self.mappingID = mappingID
        self.roleName = roleName
        self.scope = scope
        self.expiresAt = expiresAt
    }
}
