internal import XignProtocol

/// The validator for telephone numbers in international form, such as `+49 30 123456` (ITU-T E.164).
public struct PhoneNumberValidator: AttributeValidator {
    /// The outcome of a check.
    public enum ResultCode: String, ValidationResultCode {
        /// The value is accepted.
        case valid
        /// There is no value, or only white space.
        case empty
        /// The value is not `+` followed by 7 to 15 digits, the first of which is not 0.
        /// ``PhoneNumberValidator/flaw(in:)`` names a character that is in the way.
        case invalidFormat
    }

    /// Checks a telephone number as people type and copy it: with digits of any script, and spaces, hyphens, dots,
    /// slashes and brackets between them.
    public func validate(_ value: String?) -> ResultCode {
        guard let value, !value.canonicalText.isEmpty else { return .empty }
        return canonical(value).isEmpty ? .invalidFormat : .valid
    }

    /// Returns the number as `+` and ASCII digits; the empty string for an invalid number.
    public func canonical(_ value: String) -> String { (try? PhoneNumber.canonical(typed: value)) ?? "" }

    public func flaw(in value: String) -> InputFlaw? {
        guard !value.canonicalText.isEmpty else { return nil }
        do throws(PhoneNumber.Flaw) {
            _ = try PhoneNumber.canonical(typed: value)
            return nil
        } catch { return InputFlaw(error) }
    }
}
