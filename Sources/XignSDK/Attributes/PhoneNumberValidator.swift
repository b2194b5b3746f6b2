internal import XignProtocol

/// The validator for telephone numbers in international form, such as `+49 30 123456` (ITU-T E.164).
public struct PhoneNumberValidator: AttributeValidator {
    /// The outcome of a check.
    public enum ResultCode: ValidationResultCode {
        /// The value is accepted.
        case valid
        /// There is no value, or only white space.
        case empty
        /// The value is not `+` followed by 7 to 15 digits, the first of which is not 0.
        case invalidFormat
    }

    /// Checks a telephone number. Ignores spaces, hyphens, dots, slashes and brackets between the digits.
    public func validate(_ value: String?) -> ResultCode {
        guard let number = value.map(canonical), !number.isEmpty else { return .empty }
        return PhoneNumber.isCanonical(number) ? .valid : .invalidFormat
    }

    /// Returns the number as `+` and digits.
    public func canonical(_ value: String) -> String {
        // Removing a hyphen may expose white space at an end, so trim once more.
        value.canonicalText.filter { !" -./()".contains($0) }.canonicalText
    }
}
