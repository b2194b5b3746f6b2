/// The error code of a sealed answer. Codes never change; the vectors contain all of them (protocol.md, "Errors").
public enum ProtocolErrorCode: String, Sendable, Codable, CaseIterable {
    /// The request does not have the form that the operation accepts.
    case malformed
    /// The operation is reserved for a later version of the manager.
    case notSupported
    /// The client is older than `minimumVersion`.
    case clientTooOld
    /// The device or app does not meet the manager's security policy.
    case securityInsufficient
    /// The proof, token or secret is missing or wrong: one answer for all, uncounted.
    case unauthenticated
    /// The activation does not exist, is not active, or is not proven: one answer for all.
    case activationUnknown
    /// The activation secret is wrong, or the activation unknown, void or expired: one answer for all, uncounted.
    case activationInvalid
    /// The enrolment statement is not acceptable.
    case enrolmentRefused
    /// The device already has an activation at this manager.
    case alreadyPersonalized
    /// The session is unknown, expired or over.
    case sessionEnded
    /// Another device has claimed the session.
    case sessionTaken
    /// The session cannot be claimed with this kind of secret.
    case wrongChannel
    /// The QR code has expired: scan again. The session stays valid.
    case qrCodeExpired
    /// The user holds no role at this service.
    case notAMember
    /// The user does not hold the role.
    case roleUnknown
    /// Role, membership or policy changed since the statement was made.
    case policyChanged
    /// The statement is not the session's.
    case statementMismatch
    /// The factors that signed are not an alternative of the statement. Uncounted; the session stays valid.
    case factorSetMismatch
    /// A lockout is pending; `lockout` has its end.
    case lockedOut
    /// The attributes were corrected too often.
    case tooManyCorrections
    /// The manager limits requests: retry later.
    case tooManyRequests
    /// The manager failed: retry later.
    case internalError
    /// The operator has disabled the account. Sent only to a device that has proven itself. The activation stays, and
    /// works again when the account is enabled.
    case accountDisabled
    /// The process is for another account. It keeps waiting for that one.
    case otherAccount
    /// None of the user's roles has the kind of authentication that the website requires. The session keeps waiting.
    case unmetRequirements
    /// The QR code was opened instead of scanned: scan it with the app. The session keeps waiting.
    case scanRequired
    /// The manager mails no codes. Nothing was spent.
    case mailUnavailable
    /// The digits of the login page were wrong or missing. The session has ended.
    case pairingFailed
    /// The operator's rules or limits do not allow the act.
    case notAllowed
    /// The activation has the factor already, or the factor is not offered on this platform.
    case factorRefused
    /// The activation is too new for the act; `retryAfterSeconds` tells the remaining time.
    case coolDown
    /// The new PIN is the present one. The grant is spent.
    case samePin
    /// The grant belongs to another activation, purpose, consent or factor.
    case grantMismatch
    /// The grant has expired: authenticate again.
    case grantExpired
    /// The grant was used before with another request.
    case grantSpent

    /// True if the error ends the process, so that the user must begin again.
    public var isTerminal: Bool {
        switch self {
        case .qrCodeExpired, .factorSetMismatch, .tooManyRequests, .internalError, .roleUnknown, .otherAccount,
            .unmetRequirements, .scanRequired, .mailUnavailable:
            false
        case .malformed, .notSupported, .clientTooOld, .securityInsufficient, .unauthenticated, .activationUnknown,
            .activationInvalid, .enrolmentRefused, .alreadyPersonalized, .sessionEnded, .sessionTaken, .wrongChannel,
            .notAMember, .policyChanged, .statementMismatch, .lockedOut, .tooManyCorrections, .accountDisabled,
            .pairingFailed,
            .notAllowed, .factorRefused, .coolDown, .samePin, .grantMismatch, .grantExpired, .grantSpent:
            true
        }
    }
}

/// An error inside a sealed answer.
public struct ProtocolError: Error, Sendable, Codable, Equatable {
    public var error: ProtocolErrorCode
    /// The lockout, with `lockedOut`.
    public var lockout: Lockout?
    /// The required version, with `clientTooOld`.
    public var minimumVersion: ClientVersion?
    /// The seconds after which the request can succeed, with `coolDown` and `tooManyRequests`.
    public var retryAfterSeconds: Int64?
    /// The reasons, with `securityInsufficient`: each once, without the words that this version does not know.
    public var findings: [SecurityFinding] { reportedFindings?.known ?? [] }

    private var reportedFindings: ReportedFindings?

    public init(
        _ error: ProtocolErrorCode, lockout: Lockout? = nil, minimumVersion: ClientVersion? = nil,
        retryAfterSeconds: Int64? = nil, findings: [SecurityFinding] = []
    ) {
        self.error = error
        self.lockout = lockout
        self.minimumVersion = minimumVersion
        self.retryAfterSeconds = retryAfterSeconds
        reportedFindings = findings.isEmpty ? nil : ReportedFindings(known: findings)
    }

    private enum CodingKeys: String, CodingKey {
        case error, lockout, minimumVersion, retryAfterSeconds
        case reportedFindings = "findings"
    }
}

/// The findings as a list of words. A later manager may send words that this version does not know, of any length. Only
/// the limits of an answer bound the list.
private struct ReportedFindings: Codable, Sendable, Equatable {
    let known: [SecurityFinding]

    init(known: [SecurityFinding]) { self.known = known }

    init(from decoder: any Decoder) throws {
        let words = try decoder.singleValueContainer().decode([String].self)
        known = SecurityFinding.allCases.filter { words.contains($0.rawValue) }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(known)
    }
}
