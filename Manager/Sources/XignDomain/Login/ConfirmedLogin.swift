import XignProtocol

/// A login that a person has confirmed with a device.
///
/// A code, a token and whatever else follows from one confirmation has the same value. It names the rights that the
/// confirmation rested on, so that each use can look at them again.
public struct ConfirmedLogin: Sendable, Equatable {
    /// The process in which the person confirmed. Released attributes and evidence are found by it.
    public let sessionID: SessionID
    public let serviceID: ServiceID
    public let accountID: AccountID
    public let activationID: ActivationID
    /// The pairwise subject.
    public let mappingID: MappingID
    public let roleName: String
    /// The factors that signed.
    public let factors: [FactorType]
    public let authenticatedAt: Timestamp

    public init(
        sessionID: SessionID, serviceID: ServiceID, accountID: AccountID, activationID: ActivationID,
        mappingID: MappingID, roleName: String, factors: [FactorType], authenticatedAt: Timestamp
    ) {
        self.sessionID = sessionID
        self.serviceID = serviceID
        self.accountID = accountID
        self.activationID = activationID
        self.mappingID = mappingID
        self.roleName = roleName
        self.factors = factors
        self.authenticatedAt = authenticatedAt
    }
}
