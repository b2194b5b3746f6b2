import XignProtocol

/// The phase of a process, with the data that is valid in it.
public enum Phase: Sendable, Equatable {
    /// No device has started.
    case waiting
    /// A device has started, and has got the service and the attributes that it asks for.
    case claimed(Claim)
    /// The device has a statement to sign.
    case confirming(Claim, Statement)
    /// The device has signed, and the browser may collect the result.
    case confirmed(Confirmation)
    /// The browser has collected the result.
    /// - Parameter codes: the number of codes that it got, one after the other.
    case collected(Confirmation, codes: Int)
    case declined(Claim, DeclineReason)
    /// Ended without a result: by time, by a lockout, or because the browser began another login.
    /// - Parameters:
    ///   - claim: nil where no device had started.
    ///   - returnHash: the hash in a confirmation whose result was not collected in time, to recognize its browser.
    case expired(Claim?, returnHash: BearerHash? = nil)

    /// The name of a phase, as it is stored and told to observers.
    public enum Name: String, Sendable { case waiting, claimed, confirming, confirmed, collected, declined, expired }

    public var name: Name {
        switch self {
        case .waiting: .waiting
        case .claimed: .claimed
        case .confirming: .confirming
        case .confirmed: .confirmed
        case .collected: .collected
        case .declined: .declined
        case .expired: .expired
        }
    }

    /// True while a device can act on the process.
    public var isOpen: Bool {
        switch self {
        case .waiting, .claimed, .confirming: true
        case .confirmed, .collected, .declined, .expired: false
        }
    }
}

/// The reason why a process was declined.
public enum DeclineReason: String, Sendable, CaseIterable {
    /// The user cancelled on the device.
    case cancelled
    /// The user said on the device: this was not me.
    case notMe
    /// The digits of the pairing were wrong or missing.
    case pairing
}

/// The activation that has claimed a process, permanently.
public struct Claim: Sendable, Equatable {
    public let activationID: ActivationID
    /// The hash of the session token that the device shows with each further request.
    public let tokenHash: BearerHash

    public init(activationID: ActivationID, tokenHash: BearerHash) {
        self.activationID = activationID
        self.tokenHash = tokenHash
    }
}

/// The statement that must be signed.
public struct Statement: Sendable, Equatable {
    public let roleID: RoleID
    /// Compared byte by byte.
    public let bytes: [UInt8]

    public init(roleID: RoleID, bytes: [UInt8]) {
        self.roleID = roleID
        self.bytes = bytes
    }
}

/// A confirmation: who signed, in which role, with which factors.
public struct Confirmation: Sendable, Equatable {
    public let claim: Claim
    public let roleID: RoleID
    /// The factors that signed.
    public let factors: [FactorType]
    public let authenticatedAt: Timestamp
    /// The failed attempts in a row before it, which the app shows.
    public let failuresBefore: Int
    /// The hash of the secret that the browser must bring back from the app; nil unless both are on the same device.
    public let returnHash: BearerHash?

    public init(
        claim: Claim, roleID: RoleID, factors: [FactorType], authenticatedAt: Timestamp, failuresBefore: Int,
        returnHash: BearerHash?
    ) {
        self.claim = claim
        self.roleID = roleID
        self.factors = factors
        self.authenticatedAt = authenticatedAt
        self.failuresBefore = failuresBefore
        self.returnHash = returnHash
    }
}
