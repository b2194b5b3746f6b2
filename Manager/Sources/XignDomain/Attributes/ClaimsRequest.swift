import XignProtocol

/// A claim of attributes or groups that a website names in its `claims` parameter.
public enum RequestedClaim: Sendable, Hashable {
    /// The value of an attribute, with its verification if it has one.
    case value(AttributeName)
    /// The verification of a value, without the value: `email_verified` alone does not tell the address.
    case verification(AttributeName)
    /// The claim `name`, without the claims of its parts.
    case fullName
    /// The groups of the person in the website's organization.
    case groups

    /// All claims that can be asked for one by one.
    public static let all: [RequestedClaim] =
        AttributeName.allCases.map(RequestedClaim.value)
        + AttributeName.allCases.filter(\.isVerifiable).map(RequestedClaim.verification) + [.fullName, .groups]

    /// The claim with a name of OpenID Connect; nil for an unknown one.
    public init?(named name: String) {
        guard let claim = Self.all.first(where: { $0.name?.hasSameBytes(as: name) ?? false }) else { return nil }
        self = claim
    }

    private var name: String? {
        switch self {
        case .value(let attribute): attribute.definition.claim
        case .verification(let attribute): attribute.verifiedClaim
        case .fullName: "name"
        case .groups: ReleasedClaims.groupsClaim
        }
    }

    /// The attributes that a person must release for it.
    public var attributes: [AttributeName] {
        switch self {
        case .value(let attribute), .verification(let attribute): [attribute]
        case .fullName: AttributeName.partsOfName
        case .groups: []
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
