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
        /// More than ``UsernameValidator/maxLength`` characters.
        case tooLong
        /// White space or control characters inside.
        case invalidCharacter
    }

    /// The least number of characters.
    public let minLength = 1
    /// The greatest number of characters.
    public let maxLength = 64

    init() {}

    /// Checks a user name.
    public func validate(_ value: String?) -> ResultCode {
        guard let text = value?.canonicalText, !text.isEmpty else { return .empty }
        if text.count < minLength { return .tooShort }
        if text.count > maxLength || text.utf8.count > 4 * maxLength { return .tooLong }
        return text.hasControlCharacters || text.contains(where: \.isWhitespace) ? .invalidCharacter : .valid
    }

    /// The name without white space at its ends, in normal form C.
    public func canonical(_ value: String) -> String { value.canonicalText }
}
