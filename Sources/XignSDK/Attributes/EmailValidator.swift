internal import XignProtocol

/// Checks mail addresses, roughly: whether the mailbox exists, only a message to it can tell.
public struct EmailValidator: AttributeValidator {
    /// What a check found.
    public enum ResultCode: ValidationResultCode {
        /// The value was accepted.
        case valid
        /// There is no value, or nothing but white space.
        case empty
        /// Not of the form `name@example.org`, or more than 64 bytes before the `@`.
        case invalidFormat
        /// More than ``EmailValidator/maxLength`` bytes.
        case tooLong
    }

    /// The greatest length in bytes of UTF-8 (RFC 5321, section 4.5.3.1.3, without the angle brackets).
    public var maxLength: Int { EmailAddress.maximumByteCount }

    init() {}

    /// Checks a mail address.
    public func validate(_ value: String?) -> ResultCode {
        guard let text = value.map(canonical), !text.isEmpty else { return .empty }
        if text.utf8.count > maxLength { return .tooLong }
        return EmailAddress.isCanonical(text) ? .valid : .invalidFormat
    }

    /// The address without white space at its ends, in normal form C; the domain in lower case.
    public func canonical(_ value: String) -> String {
        let text = value.canonicalText
        guard let at = text.lastIndex(of: "@") else { return text }
        return (text[..<at] + text[at...].lowercased()).canonicalText
    }
}
