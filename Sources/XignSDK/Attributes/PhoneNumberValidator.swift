internal import XignProtocol

/// Checks telephone numbers in international form, such as `+49 30 123456` (ITU-T E.164).
public struct PhoneNumberValidator: AttributeValidator {
    /// What a check found.
    public enum ResultCode: ValidationResultCode {
        /// The value was accepted.
        case valid
        /// There is no value, or nothing but white space.
        case empty
        /// Not `+` and 7 to 15 digits, the first of which is not 0.
        case invalidFormat
    }

    /// Checks a telephone number. Spaces, hyphens, dots, slashes and brackets between the digits do not count.
    public func validate(_ value: String?) -> ResultCode {
        guard let number = value.map(canonical), !number.isEmpty else { return .empty }
        return PhoneNumber.isCanonical(number) ? .valid : .invalidFormat
    }

    /// `+` and digits.
    public func canonical(_ value: String) -> String {
        // Once more, since white space may have stood behind a hyphen.
        value.canonicalText.filter { !" -./()".contains($0) }.canonicalText
    }
}
