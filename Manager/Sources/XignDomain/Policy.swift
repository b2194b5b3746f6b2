import XignProtocol

/// The rules that an operator sets for the whole manager with `apply`.
public struct Policy: Sendable, Equatable, Codable {
    /// The seconds of lockout after the first, second, ... failure in a row. The last one holds for all further
    /// failures.
    public var lockoutSeconds: [Int64]
    /// The number of failures in a row that lock an activation permanently.
    public var permanentLockoutAfter: Int
    /// The length limits of PINs.
    public var pin: PINPolicy
    /// The platforms on which biometric keys can be enrolled and count in a login.
    public var biometric: BiometricPolicy

    /// The requirements for devices at every service, at activation and in utility processes.
    public var security: SecurityRequirements

    /// Allows administrators to unlock a device that is locked for good. This leaves NIST SP 800-63B-4, section 3.2.2.
    public var allowsPermanentUnlock: Bool
    /// The number of days after which an event leaves the audit log; nil: it stays.
    public var auditRetentionDays: Int?
    /// The number of mails with codes on a day for one purpose, over all accounts.
    public var mailedCodesPerDay = MailCodeLimits.perDay

    /// The registration of people whom nobody has invited.
    public var registration = Registration.closed

    /// The attributes that operators keep beside the twelve, each of another name.
    public var attributes: [DeclaredAttribute] = []
    /// The shortest retention: lockouts look thirty days back, and people ask about last month's login.
    public static let minimumAuditRetentionDays = 90

    public static let standard = Policy(
        lockoutSeconds: LockoutPolicy.standard.durations, permanentLockoutAfter: LockoutPolicy.standard.permanentAfter,
        pin: .standard, biometric: .none)

    public init(
        lockoutSeconds: [Int64], permanentLockoutAfter: Int, pin: PINPolicy, biometric: BiometricPolicy,
        security: SecurityRequirements = .none, allowsPermanentUnlock: Bool = false, auditRetentionDays: Int? = nil
    ) {
        self.lockoutSeconds = lockoutSeconds
        self.permanentLockoutAfter = permanentLockoutAfter
        self.pin = pin
        self.biometric = biometric
        self.security = security
        self.allowsPermanentUnlock = allowsPermanentUnlock
        self.auditRetentionDays = auditRetentionDays
    }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        lockoutSeconds = try members.decode([Int64].self, forKey: .lockoutSeconds)
        permanentLockoutAfter = try members.decode(Int.self, forKey: .permanentLockoutAfter)
        pin = try members.decode(PINPolicy.self, forKey: .pin)
        // Older versions stored a truth value under another name, or nothing.
        let former = try decoder.container(keyedBy: FormerKeys.self)
        biometric =
            try members.decodeIfPresent(BiometricPolicy.self, forKey: .biometric)
            ?? former.decodeIfPresent(BiometricPolicy.self, forKey: .allowsBiometric) ?? .none
        // Absent from policies that an older version stored.
        security = try members.decodeIfPresent(SecurityRequirements.self, forKey: .security) ?? .none
        allowsPermanentUnlock = try members.decodeIfPresent(Bool.self, forKey: .allowsPermanentUnlock) ?? false
        auditRetentionDays = try members.decodeIfPresent(Int.self, forKey: .auditRetentionDays)
        mailedCodesPerDay =
            try members.decodeIfPresent(Int.self, forKey: .mailedCodesPerDay) ?? MailCodeLimits.perDay
        registration = try members.decodeIfPresent(Registration.self, forKey: .registration) ?? .closed
        attributes = try members.decodeIfPresent([DeclaredAttribute].self, forKey: .attributes) ?? []
    }

    private enum FormerKeys: String, CodingKey { case allowsBiometric }

    /// The factors that every device enrols.
    public static let requiredFactors: Set<FactorType> = [.device, .pin]

    /// Returns the factors that a device of this platform may enrol in addition.
    public func optionalFactors(on platform: String?) -> Set<FactorType> {
        biometric.allows(platform) ? [.biometric] : []
    }

    /// Returns the factors that a device of this platform can enrol, and that count in its logins.
    public func factors(on platform: String?) -> Set<FactorType> {
        Self.requiredFactors.union(optionalFactors(on: platform))
    }

    /// The lockout rules that follow from the settings.
    public var lockout: LockoutPolicy {
        var policy = LockoutPolicy.standard
        policy.durations = lockoutSeconds
        policy.permanentAfter = permanentLockoutAfter
        return policy
    }
}
