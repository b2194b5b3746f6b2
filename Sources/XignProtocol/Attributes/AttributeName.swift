/// An attribute of a user that a service can request (protocol.md, section 5).
public enum AttributeName: String, Sendable, CaseIterable, Codable {
    case username, nickname, givenName, familyName, birthdate, address, nationality, placeOfBirth, gender, salutation
    case email, phoneNumber

    /// True if the manager can verify that a value belongs to the user: by a message that only the user can answer.
    public var isVerifiable: Bool { self == .email || self == .phoneNumber }

    /// The lengths of a value that is free text; nil for attributes with a format of their own.
    public var textLimits: TextLimits? {
        switch self {
        case .nickname, .givenName, .familyName, .placeOfBirth: .name
        case .salutation: .salutation
        case .gender: .gender
        case .username: .username
        case .birthdate, .address, .nationality, .email, .phoneNumber: nil
        }
    }

    /// Returns whether `text` is the canonical text of a value: the one form in which it is sent, digested, stored and
    /// released (protocol.md, section 5).
    ///
    /// - Parameter today: the last day that is accepted as a birthdate, from `CalendarDay.init(latestAt:)`.
    public func accepts(_ text: String, today: CalendarDay) -> Bool {
        if let limits = textLimits {
            // The length comes first, since normalizing a long text is slow.
            return limits.refusal(of: text) == nil && CanonicalText.isCanonical(text)
                && (self != .username || !CanonicalText.hasWhiteSpace(text))
        }
        switch self {
        case .birthdate:
            guard let day = CalendarDay(text) else { return false }
            return day >= .earliestBirthdate && day <= max(today, .earliestBirthdate)
        case .address: return AddressText(text) != nil
        case .nationality: return CountryCode.isKnown(text)
        case .email: return EmailAddress.isCanonical(text)
        case .phoneNumber: return PhoneNumber.isCanonical(text)
        case .username, .nickname, .givenName, .familyName, .placeOfBirth, .gender, .salutation: return false
        }
    }
}
