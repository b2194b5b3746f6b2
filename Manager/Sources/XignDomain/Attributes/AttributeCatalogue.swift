import XignProtocol

/// The definition of an attribute towards websites and operators. Its limits, and the rule which attributes can be
/// verified, are in XignProtocol, since devices check them too.
public struct AttributeDefinition: Sendable {
    /// The form of an attribute's canonical text, and of its claim.
    public enum Form: Sendable {
        case text, day, email, phoneNumber
        /// A country's code in two letters; the claim is an array.
        case country
        /// A place; the claim is an object with a locality.
        case place
        /// Several parts; the claim is an object.
        case address
    }

    /// The claim of OpenID Connect Core, section 5.1. Nationality, place of birth and salutation have the claims of
    /// OpenID Connect for Identity Assurance Claims Registration 1.0.
    public let claim: String
    /// The scope that requests it (OpenID Connect Core, section 5.4); nil where only the `claims` parameter does.
    public let scope: String?
    public let form: Form
}

extension AttributeName {
    /// The catalogue: all attributes, one line each.
    public var definition: AttributeDefinition {
        switch self {
        case .username: .init(claim: "preferred_username", scope: "profile", form: .text)
        case .nickname: .init(claim: "nickname", scope: "profile", form: .text)
        case .givenName: .init(claim: "given_name", scope: "profile", form: .text)
        case .familyName: .init(claim: "family_name", scope: "profile", form: .text)
        case .gender: .init(claim: "gender", scope: "profile", form: .text)
        case .salutation: .init(claim: "salutation", scope: nil, form: .text)
        case .birthdate: .init(claim: "birthdate", scope: "profile", form: .day)
        case .placeOfBirth: .init(claim: "place_of_birth", scope: nil, form: .place)
        case .nationality: .init(claim: "nationalities", scope: nil, form: .country)
        case .address: .init(claim: "address", scope: "address", form: .address)
        case .email: .init(claim: "email", scope: "email", form: .email)
        case .phoneNumber: .init(claim: "phone_number", scope: "phone", form: .phoneNumber)
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
        switch definition.form {
        case .address: AddressText(text)?.claim
        case .country: .array([.string(text)])
        case .place: .object([("locality", .string(text))])
        case .text, .day, .email, .phoneNumber: .string(text)
        }
    }
}
