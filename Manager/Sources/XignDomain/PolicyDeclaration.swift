import XignProtocol

/// The settings of the manager as a declaration has them. A member that is left out stays as it is.
public struct PolicyDeclaration: Described {
    public var lockoutSeconds = Policy.standard.lockoutSeconds
    public var permanentLockoutAfter = Policy.standard.permanentLockoutAfter
    public var permanentUnlock = Policy.standard.allowsPermanentUnlock
    public var audit = AuditRules()
    public var pin = Policy.standard.pin
    public var biometric = BiometricDeclaration.all(false)
    public var security = SecurityDeclaration()
    public var mailedCodesPerDay = MailCodeLimits.perDay
    public var registration = Registration.closed
    public var attributes: [DeclaredAttribute] = []

    public init() {}

    public static let members: Members<Self> = [
        .member(
            "lockoutSeconds", \.lockoutSeconds,
            .must("1 to 20 durations of 1 to 86,400 seconds") { seconds in
                (1...20).contains(seconds.count) && seconds.allSatisfy { (1...86_400).contains($0) }
            }),
        .member("permanentLockoutAfter", \.permanentLockoutAfter, .within(3...100)),
        .member("permanentUnlock", \.permanentUnlock),
        .member("audit", \.audit),
        .part("pin", \.pin),
        .member("biometric", \.biometric),
        .member("security", \.security),
        .member("mailedCodesPerDay", \.mailedCodesPerDay, .within(1...1_000_000)),
        .member("registration", \.registration),
        .member("attributes", \.attributes, .differing),
    ]

    /// The rules for the audit log.
    public struct AuditRules: Described {
        /// The days after which an event is removed; nil: it stays.
        public var retentionDays: Int?

        public init() {}

        public static let members: Members<Self> = [
            .member(
                "retentionDays", \.retentionDays,
                .ifPresent(
                    .must("\(Policy.minimumAuditRetentionDays) to 36,500; without it, events stay") {
                        (Policy.minimumAuditRetentionDays...36_500).contains($0)
                    }))
        ]
    }
}

extension Policy {
    public var declared: PolicyDeclaration {
        var declared = PolicyDeclaration()
        (declared.lockoutSeconds, declared.permanentLockoutAfter) = (lockoutSeconds, permanentLockoutAfter)
        declared.permanentUnlock = allowsPermanentUnlock
        declared.audit.retentionDays = auditRetentionDays
        declared.pin = pin
        declared.biometric = BiometricDeclaration(biometric)
        declared.security = security.description ?? SecurityDeclaration()
        declared.mailedCodesPerDay = mailedCodesPerDay
        declared.registration = registration
        declared.attributes = attributes
        return declared
    }

    public init(_ declared: PolicyDeclaration) {
        self.init(
            lockoutSeconds: declared.lockoutSeconds, permanentLockoutAfter: declared.permanentLockoutAfter,
            pin: declared.pin, biometric: declared.biometric.policy, security: SecurityRequirements(declared.security),
            allowsPermanentUnlock: declared.permanentUnlock, auditRetentionDays: declared.audit.retentionDays)
        mailedCodesPerDay = declared.mailedCodesPerDay
        registration = declared.registration
        attributes = declared.attributes
    }
}

extension PINPolicy: Described {
    public init() { self = .standard }

    public static let members: Members<Self> = [
        .member("minimumLength", \.minimumLength), .member("maximumLength", \.maximumLength),
    ]

    public var contradictions: [Flaw] {
        PIN.lengthRange.contains(minimumLength) && PIN.lengthRange.contains(maximumLength)
            && minimumLength <= maximumLength ? [] : [Flaw("", "must be lengths from 5 to 32")]
    }
}

/// The platforms with biometric keys as a declaration has them: `true` or `false` for all, or a list.
public enum BiometricDeclaration: DescribedValue {
    case all(Bool)
    case platforms(Words<Platform>)

    init(_ policy: BiometricPolicy) {
        self =
            switch policy {
            case .none: .all(false)
            case .all: .all(true)
            // Platforms that a later version has stored allow nothing here.
            case .platforms(let platforms): platforms.isEmpty ? .all(false) : .platforms(Words(platforms))
            }
    }

    var policy: BiometricPolicy {
        switch self {
        case .all(let isAllowed): isAllowed ? .all : .none
        case .platforms(let platforms): .platforms(platforms.all)
        }
    }

    public init(describedBy decoder: any Decoder) throws {
        self =
            (try? decoder.unkeyedContainer()) == nil
            ? .all(try Bool(describedBy: decoder)) : .platforms(try Words(describedBy: decoder))
    }

    public func rendered(_ form: Rendering) -> JSONValue? {
        switch self {
        case .all(let isAllowed): .boolean(isAllowed)
        case .platforms(let platforms): platforms.rendered(form)
        }
    }

    public var flaws: [Flaw] {
        if case .platforms(let platforms) = self { platforms.flaws } else { [] }
    }
}
