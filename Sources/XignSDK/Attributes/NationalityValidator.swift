internal import XignProtocol

/// The validator for nationalities: two-letter country codes (ISO 3166-1 alpha-2), such as `DE`.
public struct NationalityValidator: AttributeValidator {
    /// The outcome of a check.
    public enum ResultCode: String, ValidationResultCode {
        /// The value is accepted.
        case valid
        /// There is no value, or only white space.
        case empty
        /// The value is not a country code.
        case unknownCountry
    }

    /// The accepted codes in alphabetical order, for a list to choose from.
    public var countries: [String] { CountryCode.all.sorted() }

    init() {}

    /// Checks a country code, in upper or lower case.
    public func validate(_ value: String?) -> ResultCode {
        guard let code = value.map(canonical), !code.isEmpty else { return .empty }
        return CountryCode.isKnown(code) ? .valid : .unknownCountry
    }

    /// Returns the code in upper case.
    public func canonical(_ value: String) -> String { CountryCode.canonical(value) }
}
