internal import XignProtocol

/// Checks genders. The values are those of OpenID Connect, `female` and `male`, or any other that the person prefers
/// (OpenID Connect Core 5.1).
public struct GenderValidator: AttributeValidator {
    /// What a check found.
    public enum ResultCode: ValidationResultCode {
        /// The value was accepted.
        case valid
        /// There is no value, or nothing but white space.
        case empty
        /// More than ``GenderValidator/maxLength`` characters, or more than four times as many bytes of UTF-8.
        case tooLong
    }

    /// The least number of characters.
    public var minLength: Int { TextLimits.gender.minimum }
    /// The greatest number of characters.
    public var maxLength: Int { TextLimits.gender.maximum }

    init() {}

    /// Checks a gender. Invisible characters, and marks that are too many on one letter, are dropped before.
    public func validate(_ value: String?) -> ResultCode {
        switch TextLimits.gender.refusal(of: value.map(canonical) ?? "") {
        case nil: .valid
        case .empty, .tooShort: .empty
        case .tooLong: .tooLong
        }
    }

    /// The text in lower case, without white space at its ends, in normal form C.
    public func canonical(_ value: String) -> String {
        CanonicalText.cleaned(CanonicalText.cleaned(value).lowercased())
    }
}
