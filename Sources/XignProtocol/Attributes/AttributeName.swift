/// What a service can ask of a person (seeds S000 and S002).
public enum AttributeName: String, Sendable, CaseIterable, Codable {
    case username, nickname, givenName, familyName, birthdate, address, nationality, placeOfBirth, gender, salutation
    case email, phoneNumber

    /// Whether there is a way to find out that it is the person's: a message that only the person can answer.
    public var isVerifiable: Bool { self == .email || self == .phoneNumber }

    /// How long a value may be, where it is a text of the person's own; else nil.
    public var textLimits: TextLimits? {
        switch self {
        case .nickname, .givenName, .familyName, .placeOfBirth: .name
        case .salutation: .salutation
        case .gender: .gender
        case .username: .username
        case .birthdate, .address, .nationality, .email, .phoneNumber: nil
        }
    }

    /// Whether `text` is the canonical text of a value: the one form in which it is sent, digested, stored and released.
    ///
    /// - Parameter today: the last day that can be a birthday. It is tomorrow already in some places.
    public func accepts(_ text: String, today: CalendarDay) -> Bool {
        if let limits = textLimits {
            // Measured first: to normalize a long text takes long.
            return limits.refusal(of: text) == nil && CanonicalText.isCanonical(text)
                && (self != .username || !CanonicalText.hasWhiteSpace(text))
        }
        switch self {
        case .birthdate:
            return CalendarDay(text).map {
                (CalendarDay.earliestBirthdate...max(today, .earliestBirthdate)).contains($0)
            }
                ?? false
        case .address: return AddressText(text) != nil
        case .nationality: return CountryCode.isKnown(text)
        case .email: return EmailAddress.isCanonical(text)
        case .phoneNumber: return PhoneNumber.isCanonical(text)
        case .username, .nickname, .givenName, .familyName, .placeOfBirth, .gender, .salutation: return false
        }
    }
}

/// How many characters a text may have; each of them at most four bytes on average, so that nobody hides a book in one character.
public struct TextLimits: Sendable, Equatable {
    public let minimum: Int
    public let maximum: Int

    public static let name = TextLimits(minimum: 1, maximum: 100)
    public static let salutation = TextLimits(minimum: 1, maximum: 40)
    public static let gender = TextLimits(minimum: 1, maximum: 50)
    public static let username = TextLimits(minimum: 1, maximum: 64)
    /// Of each part of an address.
    public static let addressPart = TextLimits(minimum: 1, maximum: 200)

    public enum Refusal: Sendable { case empty, tooShort, tooLong }

    public init(minimum: Int, maximum: Int) {
        self.minimum = minimum
        self.maximum = maximum
    }

    /// Why a text does not do, or nil.
    public func refusal(of text: String) -> Refusal? {
        if text.isEmpty { return .empty }
        // Bytes first: to count the characters of a long text takes long.
        if text.utf8.count > 4 * maximum || text.count > maximum { return .tooLong }
        return text.count < minimum ? .tooShort : nil
    }
}
