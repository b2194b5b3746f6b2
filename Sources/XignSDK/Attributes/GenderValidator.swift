/// Checks genders. The values are those of OpenID Connect, `female` and `male`, or any other that the person prefers
/// (OpenID Connect Core 5.1).
public struct GenderValidator: AttributeValidator {
    /// What a check found.
    public enum ResultCode: ValidationResultCode {
        /// The value was accepted.
        case valid
        /// There is no value, or nothing but white space.
        case empty
        /// More than ``GenderValidator/maxLength`` characters.
        case tooLong
    }

    /// The greatest number of characters.
    public let maxLength = 50

    init() {}

    /// Checks a gender.
    public func validate(_ value: String?) -> ResultCode {
        guard let text = value.map(canonical), !text.isEmpty else { return .empty }
        return text.count > maxLength || text.utf8.count > 4 * maxLength ? .tooLong : .valid
    }

    /// The text in lower case, without white space at its ends.
    public func canonical(_ value: String) -> String { NameValidator().canonical(value).lowercased() }
}
