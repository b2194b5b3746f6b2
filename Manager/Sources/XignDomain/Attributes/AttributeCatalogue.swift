import XignProtocol

/// The definition of an attribute towards websites. Its form and limits, and the rule which attributes can be verified,
/// are in XignProtocol (`AttributeName.form`), since devices check them too.
public struct AttributeDefinition: Sendable {
    /// The claim of OpenID Connect Core, section 5.1. Nationality, place of birth and salutation have the claims of
    /// OpenID Connect for Identity Assurance Claims Registration 1.0.
    public let claim: String
    /// The scope that requests it (OpenID Connect Core, section 5.4); nil where only the `claims` parameter does.
    public let scope: String?
}

extension AttributeName {
    /// The catalogue: all attributes, one line each.
    public var definition: AttributeDefinition {
        switch self {
        case .username: .init(claim: "preferred_username", scope: "profile")
        case .nickname: .init(claim: "nickname", scope: "profile")
        case .givenName: .init(claim: "given_name", scope: "profile")
        case .familyName: .init(claim: "family_name", scope: "profile")
        case .gender: .init(claim: "gender", scope: "profile")
        case .salutation: .init(claim: "salutation", scope: nil)
        case .birthdate: .init(claim: "birthdate", scope: "profile")
        case .placeOfBirth: .init(claim: "place_of_birth", scope: nil)
        case .nationality: .init(claim: "nationalities", scope: nil)
        case .address: .init(claim: "address", scope: "address")
        case .email: .init(claim: "email", scope: "email")
        case .phoneNumber: .init(claim: "phone_number", scope: "phone")
        }
    }

    /// The claim that says whether the value was verified as the person's.
    public var verifiedClaim: String? { isVerifiable ? "\(definition.claim)_verified" : nil }

    /// The attributes that make up the claim `name`, in its order.
    static let partsOfName: [AttributeName] = [.givenName, .familyName]

    /// All claims of attributes.
    public static var claims: [String] {
        allCases.flatMap { [$0.definition.claim] + [$0.verifiedClaim].compactMap { $0 } } + ["name"]
    }

    /// The claim that is made of the attribute's value, and does not tell the value itself; nil where there is none.
    var derivedClaim: RequestedClaim? {
        Self.partsOfName.contains(self) ? .fullName : isVerifiable ? .verification(self) : nil
    }

    /// The value of the attribute's claim; nil for a text that is not canonical.
    func claimValue(of text: String) -> JSONValue? {
        switch form {
        case .address: AddressText(text)?.claim
        case .country: .array([.string(text)])
        case .place: .object([("locality", .string(text))])
        case .text, .word, .day, .email, .phoneNumber: .string(text)
        }
    }
}
