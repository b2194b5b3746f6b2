internal import XignProtocol

/// The validator for genders.
///
/// OpenID Connect defines the values `female` and `male`, and allows any other (OpenID Connect Core 1.0, section 5.1).
public struct GenderValidator: AttributeValidator {
    /// The outcome of a check.
    public enum ResultCode: String, ValidationResultCode {
        /// The value is accepted.
        case valid
        /// There is no value, or only white space.
        case empty
        /// The value has more than ``GenderValidator/maxLength`` characters, or more than four times that number of
        /// bytes in UTF-8.
        case tooLong
        /// The value has a character that cannot be seen, or too many combining marks on one letter.
        case invalidCharacter
    }

    /// The minimum length in characters.
    public var minLength: Int { TextLimits.gender.minimum }
    /// The maximum length in characters.
    public var maxLength: Int { TextLimits.gender.maximum }

    init() {}

    /// Checks a gender. Ignores white space at its ends; nothing else is dropped.
    public func validate(_ value: String?) -> ResultCode {
        let text = value.map(canonical) ?? ""
        return switch TextLimits.gender.refusal(of: text) {
        case nil: text.isFlawed ? .invalidCharacter : .valid
        case .empty, .tooShort: .empty
        case .tooLong: .tooLong
        }
    }

    /// Returns the text in lower case, without white space at its ends, in normal form C.
    public func canonical(_ value: String) -> String {
        value.canonicalText.lowercased().canonicalText
    }

    public func flaw(in value: String) -> InputFlaw? { textFlaw(in: value) }
}
