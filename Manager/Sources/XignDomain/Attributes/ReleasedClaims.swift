import XignProtocol

/// What a website receives of a person: of what was confirmed for one session, that which its operator still lets the service have.
///
/// Nothing else leads from attributes to websites.
public struct ReleasedClaims: Sendable {
    public typealias Claim = (name: String, value: JSONValue)

    private let releases: [AttributeRelease]

    public static let none = ReleasedClaims([])

    private init(_ releases: [AttributeRelease]) { self.releases = releases }

    /// Looked at again: what an operator has taken away meanwhile is told no more, whatever was confirmed. Most services ask for
    /// nothing, and then nothing is read.
    ///
    /// - Parameter confirmed: reads what was released to the service's session.
    public init(of service: Service, confirmed: () throws -> [AttributeRelease]) rethrows {
        guard !service.attributes.isEmpty else {
            self = .none
            return
        }
        self.init(
            try confirmed().filter { release in
                service.attributes.contains {
                    $0.name == release.attribute && (release.isVerified || !$0.mustBeVerified)
                }
            })
    }

    /// The members of an ID token, or of the user info endpoint's answer.
    public func claims(in destination: ClaimDestination) -> [Claim] {
        let told = releases.filter { $0.destinations.contains(destination) }
        return told.flatMap(Self.claims) + [Self.name(told)].compactMap { $0 }
    }

    /// The full name (OpenID Connect Core, section 5.1), where both its parts are told: it says no more than they do.
    private static func name(_ told: [AttributeRelease]) -> Claim? {
        let parts = AttributeName.partsOfName.compactMap { part in
            told.first { $0.attribute == part }?.disclosure.value
        }
        guard parts.count == AttributeName.partsOfName.count else { return nil }
        return ("name", .string(parts.joined(separator: " ")))
    }

    private static func claims(_ release: AttributeRelease) -> [Claim] {
        guard let value = release.attribute.claimValue(of: release.disclosure.value) else { return [] }
        let verified = release.attribute.verifiedClaim.map { ($0, JSONValue.boolean(release.isVerified)) }
        return [(release.attribute.claim, value)] + [verified].compactMap { $0 }
    }
}

// MARK: What each attribute is called

extension AttributeName {
    /// OpenID Connect Core, section 5.1; nationality, place of birth and salutation have their claims from OpenID Connect for
    /// Identity Assurance Claims Registration 1.0.
    public var claim: String {
        switch self {
        case .username: "preferred_username"
        case .nickname: "nickname"
        case .givenName: "given_name"
        case .familyName: "family_name"
        case .birthdate: "birthdate"
        case .address: "address"
        case .nationality: "nationalities"
        case .placeOfBirth: "place_of_birth"
        case .gender: "gender"
        case .salutation: "salutation"
        case .email: "email"
        case .phoneNumber: "phone_number"
        }
    }

    /// The claim that says whether somebody has found out that the value is the person's.
    var verifiedClaim: String? { isVerifiable ? "\(claim)_verified" : nil }

    /// The attributes that the claim `name` is made of, in its order.
    static let partsOfName: [AttributeName] = [.givenName, .familyName]

    /// All claims that there are of attributes.
    public static var claims: [String] {
        allCases.flatMap { [$0.claim] + [$0.verifiedClaim].compactMap { $0 } } + ["name"]
    }

    /// The attributes that a claim tells; none where it is not known.
    public static func told(by claim: String) -> [AttributeName] {
        if claim.hasSameBytes(as: "name") { return partsOfName }
        return allCases.filter {
            claim.hasSameBytes(as: $0.claim) || $0.verifiedClaim?.hasSameBytes(as: claim) == true
        }
    }

    /// - Parameter text: in its canonical form.
    fileprivate func claimValue(of text: String) -> JSONValue? {
        switch self {
        case .address: AddressText(text)?.claim
        case .nationality: .array([.string(text)])
        case .placeOfBirth: .object([("locality", .string(text))])
        case .username, .nickname, .givenName, .familyName, .birthdate, .gender, .salutation, .email, .phoneNumber:
            .string(text)
        }
    }
}
