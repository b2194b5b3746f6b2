/// Checks names: of persons, places, and how a person is addressed.
///
/// White space at the ends does not count, and is not sent.
public struct NameValidator: AttributeValidator {
    /// What a check found.
    public enum ResultCode: ValidationResultCode {
        /// The value was accepted.
        case valid
        /// There is no value, or nothing but white space.
        case empty
        /// Fewer than ``NameValidator/minLength`` characters.
        case tooShort
        /// More than ``NameValidator/maxLength`` characters.
        case tooLong
    }

    /// The least number of characters.
    public let minLength: Int
    /// The greatest number of characters.
    public let maxLength: Int

    init(minLength: Int = 1, maxLength: Int = 100) {
        self.minLength = minLength
        self.maxLength = maxLength
    }

    /// Checks a name. Control characters, which no name has, are dropped before.
    public func validate(_ value: String?) -> ResultCode {
        guard let text = value.map(canonical), !text.isEmpty else { return .empty }
        if text.count < minLength { return .tooShort }
        return text.count > maxLength || text.utf8.count > 4 * maxLength ? .tooLong : .valid
    }

    /// The name without white space at its ends and control characters, in normal form C.
    public func canonical(_ value: String) -> String {
        String(String.UnicodeScalarView(value.unicodeScalars.filter { !String($0).hasControlCharacters })).canonicalText
    }
}
