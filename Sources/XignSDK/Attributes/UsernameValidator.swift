internal import XignProtocol

/// Checks the name by which a user is known at a manager.
public struct UsernameValidator: AttributeValidator {
    /// What a check found.
    public enum ResultCode: ValidationResultCode {
        /// The value was accepted.
        case valid
        /// There is no value, or nothing but white space.
        case empty
        /// Fewer than ``UsernameValidator/minLength`` characters.
        case tooShort
        /// More than ``UsernameValidator/maxLength`` characters, or more than four times as many bytes of UTF-8.
        case tooLong
        /// White space or invisible characters inside, or too many marks on one letter.
        case invalidCharacter
    }

    /// The least number of characters.
    public var minLength: Int { TextLimits.username.minimum }
    /// The greatest number of characters.
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

    /// The name without white space at its ends, in normal form C.
    public func canonical(_ value: String) -> String { value.canonicalText }
}
