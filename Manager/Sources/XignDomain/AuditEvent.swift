import XignProtocol

/// An entry of the audit log. It holds identifiers, never attribute values or secrets, and outlives its account.
public struct AuditEvent: Sendable, Equatable {
    public enum Kind: String, Sendable, CaseIterable {
        case managerInitialized, configurationApplied, serviceSecretChanged, clientRefused, encryptionKeysRotated
        case accountCreated, accountEnabled, accountDisabled, activationIssued, activationPINWrong, activationVoided,
            activationAlreadyUsed, activationRefused
        case activationPersonalized, activationRevoked
        case sessionTaken, loginConfirmed, loginRefused, activationLocked, loginDeclined, loginDisowned
        case attributesChanged, correctionsExhausted
        case codeIssued, codeRedeemed, codeRefused, codeReused
        case pinChanged, factorAdded, activationRenamed, activationMerged, membershipAdded, accountRemoved
        case utilityRefused
        case sessionBegun, sessionEnded, accountExported, websiteWithdrawn, deviceLocked, loginDisownedLater
    }

    public var at: Timestamp
    public var kind: Kind
    public var accountID: AccountID?
    public var activationID: ActivationID?
    public var serviceID: ServiceID?
    public var sessionID: SessionID?
    /// The operator who acted; nil for a device, a website or the manager itself.
    public var operatorName: String?
    /// An explanation for people, without secrets, users' names and attribute values.
    public var detail: String?

    public init(
        _ kind: Kind, at: Timestamp, accountID: AccountID? = nil, activationID: ActivationID? = nil,
        serviceID: ServiceID? = nil, sessionID: SessionID? = nil, operatorName: String? = nil, detail: String? = nil
    ) {
        self.kind = kind
        self.at = at
        self.accountID = accountID
        self.activationID = activationID
        self.serviceID = serviceID
        self.sessionID = sessionID
        self.operatorName = operatorName
        self.detail = detail
    }

    /// The first word of `detail` where a factor was wrong.
    public static let wrongFactor = "wrong"

    /// True for a confirmation that was refused for a wrong PIN or another wrong factor.
    public var isWrongFactor: Bool { kind == .loginRefused && detail?.hasPrefix(Self.wrongFactor) == true }
}
