import XignProtocol

/// An attribute that a service asks its users for. A declaration has its name alone, or in full
/// `{ name: email, required: false, verified: false }`.
public struct ServiceAttribute: Described {
    public var name: AttributeName
    /// True if nobody can log in without releasing the attribute.
    public var isRequired: Bool
    /// The verification without which no value is released. For mail address and telephone number alone.
    public var verification: VerificationDemand

    public init(name: AttributeName, isRequired: Bool, verification: VerificationDemand) {
        self.name = name
        self.isRequired = isRequired
        self.verification = verification
    }

    public init(name: AttributeName, isRequired: Bool, mustBeVerified: Bool) {
        self.init(name: name, isRequired: isRequired, verification: mustBeVerified ? .any : .none)
    }

    /// True if only a verified value is released, so that none can be supplied during a login.
    public var mustBeVerified: Bool { verification != .none }

    public init() { self.init(name: .username, isRequired: true, mustBeVerified: false) }

    public static let members: Members<Self> = [
        .required("name", \.name), .member("required", \.isRequired),
        .member("verified", \.verification, usual: \.name.usualVerification),
    ]

    public static let shorthand: String? = "name"

    public var contradictions: [Flaw] {
        mustBeVerified && !name.isVerifiable
            ? [Flaw("verified", "must be left out: only email and phoneNumber can be verified")] : []
    }
}

extension AttributeName: Word {}

extension AttributeName {
    /// The demand of a service that says nothing about it.
    fileprivate var usualVerification: VerificationDemand { isVerifiable ? .any : .none }
}
