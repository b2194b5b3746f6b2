import XignProtocol

extension AttributeValue {
    /// Returns an alias for a value without one: `E-mail`, then `E-mail 2`. It is not derived from the value, which is
    /// secret.
    /// - Parameters:
    ///   - language: the language of the person, to whom pages and devices show it.
    ///   - taken: the aliases of the attribute's other values.
    public static func defaultAlias(
        of attribute: AttributeName, in language: Language, besides taken: [String]
    ) -> String {
        let name = attribute.name(in: language)
        let candidates = [name] + (2...maximumCount + 1).map { "\(name) \($0)" }
        return candidates.first { !taken.contains($0) } ?? name
    }
}

extension AttributeName {
    /// The default aliases of an attribute's first value, in all languages. Beside the attribute they say nothing.
    public var defaultAliases: [String] { Language.allCases.map(name) }

    fileprivate func name(in language: Language) -> String {
        switch language {
        case .english: english
        case .german: german
        }
    }

    private var english: String {
        switch self {
        case .username: "User name"
        case .nickname: "Nickname"
        case .givenName: "Given name"
        case .familyName: "Family name"
        case .gender: "Gender"
        case .salutation: "Form of address"
        case .birthdate: "Date of birth"
        case .placeOfBirth: "Place of birth"
        case .nationality: "Nationality"
        case .address: "Address"
        case .email: "E-mail"
        case .phoneNumber: "Phone number"
        }
    }

    private var german: String {
        switch self {
        case .username: "Benutzername"
        case .nickname: "Spitzname"
        case .givenName: "Vorname"
        case .familyName: "Nachname"
        case .gender: "Geschlecht"
        case .salutation: "Anrede"
        case .birthdate: "Geburtsdatum"
        case .placeOfBirth: "Geburtsort"
        case .nationality: "Staatsangehörigkeit"
        case .address: "Anschrift"
        case .email: "E-Mail"
        case .phoneNumber: "Telefonnummer"
        }
    }
}
