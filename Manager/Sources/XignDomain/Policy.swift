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
    /// True if biometric keys can be enrolled and count in a login. A program can enrol any key under that name.
    public var allowsBiometric: Bool

    /// The requirements for devices at every service, at activation and in utility processes.
    public var security: SecurityRequirements

    public static let standard = Policy(
        lockoutSeconds: LockoutPolicy.standard.durations, permanentLockoutAfter: LockoutPolicy.standard.permanentAfter,
        pin: .standard, allowsBiometric: false)

    public init(
        lockoutSeconds: [Int64], permanentLockoutAfter: Int, pin: PINPolicy, allowsBiometric: Bool,
        security: SecurityRequirements = .none
    ) {
        self.lockoutSeconds = lockoutSeconds
        self.permanentLockoutAfter = permanentLockoutAfter
        self.pin = pin
        self.allowsBiometric = allowsBiometric
        self.security = security
    }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        lockoutSeconds = try members.decode([Int64].self, forKey: .lockoutSeconds)
        permanentLockoutAfter = try members.decode(Int.self, forKey: .permanentLockoutAfter)
        pin = try members.decode(PINPolicy.self, forKey: .pin)
        // Absent from policies that an older version stored.
        allowsBiometric = try members.decodeIfPresent(Bool.self, forKey: .allowsBiometric) ?? false
        security = try members.decodeIfPresent(SecurityRequirements.self, forKey: .security) ?? .none
    }

    /// The factors that every device enrols.
    public static let requiredFactors: Set<FactorType> = [.device, .pin]

    /// The factors that a device may enrol in addition.
    public var optionalFactors: Set<FactorType> { allowsBiometric ? [.biometric] : [] }

    /// The factors that can be enrolled, and that count in a login.
    public var factors: Set<FactorType> { Self.requiredFactors.union(optionalFactors) }

    /// The lockout rules that follow from the settings.
    public var lockout: LockoutPolicy {
        var policy = LockoutPolicy.standard
        policy.durations = lockoutSeconds
        policy.permanentAfter = permanentLockoutAfter
        return policy
    }
}
