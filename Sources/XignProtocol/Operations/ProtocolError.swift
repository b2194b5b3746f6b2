/// The failures that a sealed answer can carry. Codes never change; part of the vectors.
public enum ProtocolErrorCode: String, Sendable, Codable, CaseIterable {
    /// The request is not what the operation takes.
    case malformed
    /// The operation is reserved for a later version of the manager.
    case notSupported
    /// The client is too old; `minimumVersion` says what is needed.
    case clientTooOld
    /// The device or app does not meet the manager's security policy.
    case securityInsufficient
    /// The proof, token or secret is missing or wrong. One answer for all of them, uncounted.
    case unauthenticated
    /// No such activation (any more) for this device.
    case activationUnknown
    /// The activation secret is wrong or the activation unknown, void or expired: one answer for all of them.
    case activationInvalid
    /// This device has already used the open token, or the enrolment is not acceptable.
    case enrolmentRefused
    /// The device already has an activation at this manager.
    case alreadyPersonalized
    /// The session is unknown, expired or over.
    case sessionEnded
    /// Another device has claimed the session.
    case sessionTaken
    /// The session is claimed in another way than by this secret.
    case wrongChannel
    /// The QR code is too old: scan again. The session lives on.
    case qrCodeExpired
    /// The user may not log in at this service.
    case notAMember
    /// The user does not hold the role.
    case roleUnknown
    /// Role, membership or policy changed since the statement was made.
    case policyChanged
    /// The statement is not the session's.
    case statementMismatch
    /// Other factors have signed than the statement's alternatives name. Uncounted; the session lives on.
    case factorSetMismatch
    /// A lockout is pending; `lockout` says for how long.
    case lockedOut
    /// Too many corrections of attributes.
    case tooManyCorrections
    /// Too many requests at the moment; try later.
    case tooManyRequests
    /// The manager failed; try later.
    case internalError
    /// The operator has disabled the account. The activation stays, and is good again with the account. Only a device that has proved itself
    /// is told.
    case accountDisabled
    /// The website demands that another account logs in. The session goes on waiting for it.
    case otherAccountRequired
    /// No role of the user's has the kind of authentication that the website demands. The session goes on waiting.
    case requirementsUnmet

    /// Whether the process is over, so that the user must begin anew.
    public var isTerminal: Bool {
        switch self {
        case .qrCodeExpired, .factorSetMismatch, .tooManyRequests, .internalError, .roleUnknown, .otherAccountRequired,
            .requirementsUnmet:
            false
        case .malformed, .notSupported, .clientTooOld, .securityInsufficient, .unauthenticated, .activationUnknown,
            .activationInvalid, .enrolmentRefused, .alreadyPersonalized, .sessionEnded, .sessionTaken, .wrongChannel,
            .notAMember, .policyChanged, .statementMismatch, .lockedOut, .tooManyCorrections, .accountDisabled:
            true
        }
    }
}

/// A failure inside a sealed answer.
public struct ProtocolError: Error, Sendable, Codable, Equatable {
    public var error: ProtocolErrorCode
    /// With `lockedOut`.
    public var lockout: Lockout?
    /// With `clientTooOld`.
    public var minimumVersion: ClientVersion?

    public init(_ error: ProtocolErrorCode, lockout: Lockout? = nil, minimumVersion: ClientVersion? = nil) {
        self.error = error
        self.lockout = lockout
        self.minimumVersion = minimumVersion
    }
}

/// A lockout, as the device is told of it.
public struct Lockout: Sendable, Codable, Equatable {
    /// Counted by the device on its own clock, since the two may differ. Absent where it is permanent.
    public var retryAfterSeconds: Int64?
    /// Unix seconds by the manager's clock. Absent where it is permanent.
    public var lockedUntil: Int64?
    public var isPermanent: Bool

    public init(retryAfterSeconds: Int64?, lockedUntil: Int64?, isPermanent: Bool) {
        self.retryAfterSeconds = retryAfterSeconds
        self.lockedUntil = lockedUntil
        self.isPermanent = isPermanent
    }
}
