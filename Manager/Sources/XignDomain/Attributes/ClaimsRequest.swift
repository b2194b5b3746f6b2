import XignProtocol

/// A claim of attributes or additions that a website names in its `claims` parameter.
public enum RequestedClaim: Sendable, Hashable {
    /// The value of an attribute, with its verification if it has one.
    case value(AttributeName)
    /// The verification of a value, without the value: `email_verified` alone does not tell the address.
    case verification(AttributeName)
    /// The claim `name`, without the claims of its parts.
    case fullName
    /// A value beyond the twelve attributes.
    case additional(AdditionalName)

    /// The claims that can be asked for one by one at every service. A service may receive declared attributes, too.
    public static let all: [RequestedClaim] =
        AttributeName.allCases.map(RequestedClaim.value)
        + AttributeName.allCases.filter(\.isVerifiable).map(RequestedClaim.verification)
        + [.fullName, .additional(.groups)]

    /// The claim with a name of OpenID Connect; nil for an unknown one.
    /// - Parameter additional: the values beyond the twelve that the service may receive.
    public init?(named name: String, of additional: [AdditionalValue] = []) {
        if let claim = Self.all.first(where: { $0.name?.hasSameBytes(as: name) ?? false }) {
            self = claim
        } else if let value = additional.first(where: { $0.claim.hasSameBytes(as: name) }) {
            self = .additional(value.name)
        } else {
            return nil
        }
    }

    private var name: String? {
        switch self {
        case .value(let attribute): attribute.definition.claim
        case .verification(let attribute): attribute.verifiedClaim
        case .fullName: "name"
        case .additional(let name): name == .groups ? name.rawValue : nil
        }
    }

    /// The attributes that a person must release for it.
    public var attributes: [AttributeName] {
        switch self {
        case .value(let attribute), .verification(let attribute): [attribute]
        case .fullName: AttributeName.partsOfName
        case .additional: []
        }
    }
}

/// The claims that a website names one by one in its `claims` parameter (OpenID Connect Core, section 5.5).
public struct ClaimsRequest: Sendable, Equatable {
    public var idToken: Set<RequestedClaim>
    public var userInfo: Set<RequestedClaim>

    public static let none = ClaimsRequest(idToken: [], userInfo: [])

    public init(idToken: Set<RequestedClaim>, userInfo: Set<RequestedClaim>) {
        self.idToken = idToken
        self.userInfo = userInfo
    }

    public subscript(destination: ClaimDestination) -> Set<RequestedClaim> {
        switch destination {
        case .idToken: idToken
        case .userInfo: userInfo
        }
    }
}
