/// An attribute of a user that a service can request (protocol.md, section 5).
public enum AttributeName: String, Sendable, CaseIterable, Codable {
    case username, nickname, givenName, familyName, birthdate, address, nationality, placeOfBirth, gender, salutation
    case email, phoneNumber

    /// The form of an attribute's canonical text.
    public enum Form: Sendable, Equatable {
        case text(TextLimits)
        /// A text without white space.
        case word(TextLimits)
        /// The name of a place.
        case place(TextLimits)
        case day
        /// Several parts in one text: `AddressText`.
        case address
        /// A country's code in two letters.
        case country
        case email, phoneNumber
    }

    /// The forms of all attributes, one line each. The manager's `AttributeCatalogue` has their claims.
    public var form: Form {
        switch self {
        case .username: .word(.username)
        case .nickname: .text(.name)
        case .givenName: .text(.name)
        case .familyName: .text(.name)
        case .birthdate: .day
        case .address: .address
        case .nationality: .country
        case .placeOfBirth: .place(.name)
        case .gender: .text(.gender)
        case .salutation: .text(.salutation)
        case .email: .email
        case .phoneNumber: .phoneNumber
        }
    }

    /// True if the manager can verify that a value belongs to the user: by a message that only the user can answer.
    public var isVerifiable: Bool { form == .email || form == .phoneNumber }

    /// The lengths of a value that is free text; nil for attributes with a format of their own.
    public var textLimits: TextLimits? {
        switch form {
        case .text(let limits), .word(let limits), .place(let limits): limits
        case .day, .address, .country, .email, .phoneNumber: nil
        }
    }

    /// Returns whether `text` is the canonical text of a value: the one form in which it is sent, digested, stored and
    /// released (protocol.md, section 5).
    ///
    /// - Parameter today: the last day that is accepted as a birthdate, from `CalendarDay.init(latestAt:)`.
    public func accepts(_ text: String, today: CalendarDay) -> Bool {
        switch form {
        case .text(let limits), .place(let limits): return Self.isCanonical(text, within: limits)
        case .word(let limits): return Self.isCanonical(text, within: limits) && !CanonicalText.hasWhiteSpace(text)
        case .day:
            guard let day = CalendarDay(text) else { return false }
            return day >= .earliestBirthdate && day <= max(today, .earliestBirthdate)
        case .address: return AddressText(text) != nil
        case .country: return CountryCode.isKnown(text)
        case .email: return EmailAddress.isCanonical(text)
        case .phoneNumber: return PhoneNumber.isCanonical(text)
        }
    }

    private static func isCanonical(_ text: String, within limits: TextLimits) -> Bool {
        // The length comes first, since normalizing a long text is slow.
        limits.refusal(of: text) == nil && CanonicalText.isCanonical(text)
    }
}
