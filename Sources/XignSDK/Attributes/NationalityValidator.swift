internal import XignProtocol

/// Checks nationalities: the country's code of two letters (ISO 3166-1 alpha-2), such as `DE`.
public struct NationalityValidator: AttributeValidator {
    /// What a check found.
    public enum ResultCode: ValidationResultCode {
        /// The value was accepted.
        case valid
        /// There is no value, or nothing but white space.
        case empty
        /// No country has this code.
        case unknownCountry
    }

    /// The codes that are accepted, in alphabetical order: for a list to choose from.
    public var countries: [String] { CountryCode.all.sorted() }

    init() {}

    /// Checks a country's code, in upper or lower case.
    public func validate(_ value: String?) -> ResultCode {
        guard let code = value.map(canonical), !code.isEmpty else { return .empty }
        return CountryCode.isKnown(code) ? .valid : .unknownCountry
    }

    /// The code in upper case.
    public func canonical(_ value: String) -> String { CountryCode.canonical(value) }
}
