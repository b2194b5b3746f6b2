import XignProtocol

/// An access token for the user info endpoint (OpenID Connect Core, section 5.3). It is revoked together with its code.
public struct AccessToken: Sendable, Equatable {
    public static let lifetimeSeconds: Int64 = 300

    public var hash: BearerHash
    /// The hash of its code: a code used twice revokes its tokens (RFC 6749, section 4.1.2).
    public var codeHash: BearerHash
    /// The process in which the user confirmed the claims that the token gives access to.
    public var sessionID: SessionID
    public var serviceID: ServiceID
    public var accountID: AccountID
    public var activationID: ActivationID
    /// The pairwise subject.
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
