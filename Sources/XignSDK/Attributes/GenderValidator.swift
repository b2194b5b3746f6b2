internal import XignProtocol

/// The validator for genders.
///
/// OpenID Connect defines the values `female` and `male`, and allows any other (OpenID Connect Core 1.0, section 5.1).
public struct GenderValidator: AttributeValidator {
    /// The outcome of a check.
    public enum ResultCode: ValidationResultCode {
        /// The value is accepted.
        case valid
        /// There is no value, or only white space.
        case empty
        /// The value has more than ``GenderValidator/maxLength`` characters, or more than four times that number of
        /// bytes in UTF-8.
        case tooLong
    }

    /// The minimum length in characters.
    public var minLength: Int { TextLimits.gender.minimum }
    /// The maximum length in characters.
    public var maxLength: Int { TextLimits.gender.maximum }

    init() {}

    /// Checks a gender after dropping invisible characters and excess combining marks.
    public func validate(_ value: String?) -> ResultCode {
        switch TextLimits.gender.refusal(of: value.map(canonical) ?? "") {
        case nil: .valid
        case .empty, .tooShort: .empty
        case .tooLong: .tooLong
        }
    }

    /// Returns the text in lower case, without white space at its ends, in normal form C.
    public func canonical(_ value: String) -> String {
        CanonicalText.cleaned(CanonicalText.cleaned(value).lowercased())
    }
}
