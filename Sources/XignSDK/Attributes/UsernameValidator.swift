internal import XignProtocol

/// The validator for user names at a manager.
public struct UsernameValidator: AttributeValidator {
    /// The outcome of a check.
    public enum ResultCode: String, ValidationResultCode {
        /// The value is accepted.
        case valid
        /// There is no value, or only white space.
        case empty
        /// The value has fewer than ``UsernameValidator/minLength`` characters.
        case tooShort
        /// The value has more than ``UsernameValidator/maxLength`` characters, or more than four times that number of
        /// bytes in UTF-8.
        case tooLong
        /// The value contains white space, an invisible character, or too many combining marks on one letter.
        case invalidCharacter
    }

    /// The minimum length in characters.
    public var minLength: Int { TextLimits.username.minimum }
    /// The maximum length in characters.
    public var maxLength: Int { TextLimits.username.maximum }

    init() {}

    /// Checks a user name.
    public func validate(_ value: String?) -> ResultCode {
        let text = value.map(canonical) ?? ""
        return switch TextLimits.username.refusal(of: text) {
        case .empty: .empty
        case .tooShort: .tooShort
        case .tooLong: .tooLong
        case nil: text.isFlawed || CanonicalText.hasWhiteSpace(text) ? .invalidCharacter : .valid
        }
    }

    /// Returns the name without white space at its ends, in normal form C.
    public func canonical(_ value: String) -> String { value.canonicalText }

    public func flaw(in value: String) -> InputFlaw? { textFlaw(in: value) }
}
