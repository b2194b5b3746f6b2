import Foundation

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

    private static let countries = Set(
        Locale.Region.isoRegions.map(\.identifier).filter { $0.count == 2 && $0.allSatisfy(\.isLetter) })

    /// Checks a country's code, in upper or lower case.
    public func validate(_ value: String?) -> ResultCode {
        guard let code = value.map(canonical), !code.isEmpty else { return .empty }
        return Self.countries.contains(code) ? .valid : .unknownCountry
    }

    /// The code in upper case.
    public func canonical(_ value: String) -> String { value.canonicalText.uppercased() }
}
