import XignProtocol

/// What a website may redeem: an authorization code (RFC 6749, section 4.1.2). Lives a minute, works once.
public struct AuthorizationCode: Sendable, Equatable {
    public static let lifetimeSeconds: Int64 = 60

    /// SHA-256 of the code; the code itself is stored nowhere.
    public var hash: [UInt8]
    public var sessionID: SessionID
    public var serviceID: String
    public var accountID: String
    public var activationID: ActivationID
    /// The pairwise subject.
    public var mappingID: String
    public var roleName: String
    public var factors: [FactorType]
    public var authorization: AuthorizationRequest
    public var authenticatedAt: Timestamp
    public var expiresAt: Timestamp
    public var redeemedAt: Timestamp?

    public init(
        hash: [UInt8], sessionID: SessionID, serviceID: String, accountID: String, activationID: ActivationID,
        mappingID: String, roleName: String, factors: [FactorType], authorization: AuthorizationRequest,
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
        self.authorization = authorization
        self.authenticatedAt = authenticatedAt
        self.expiresAt = expiresAt
        self.redeemedAt = redeemedAt
    }
}

/// What the user info endpoint takes. Falls with the code that it came from.
public struct AccessToken: Sendable, Equatable {
    public static let lifetimeSeconds: Int64 = 300

    /// SHA-256 of the token.
    public var hash: [UInt8]
    /// The code's hash: a code used twice revokes what it gave.
    public var codeHash: [UInt8]
    /// Where it was confirmed what the token tells.
    public var sessionID: SessionID
    public var serviceID: String
    public var accountID: String
    public var activationID: ActivationID
    public var mappingID: String
    /// The role that the login was confirmed for.
    public var roleName: String
    public var scope: [String]
    public var expiresAt: Timestamp

    public init(
        hash: [UInt8], codeHash: [UInt8], sessionID: SessionID, serviceID: String, accountID: String,
        activationID: ActivationID, mappingID: String, roleName: String, scope: [String], expiresAt: Timestamp
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
