internal import XignProtocol

/// The validator for mail addresses. It checks the form only; whether the mailbox exists, only a message to it can
/// show.
public struct EmailValidator: AttributeValidator {
    /// The outcome of a check.
    public enum ResultCode: String, ValidationResultCode {
        /// The value is accepted.
        case valid
        /// There is no value, or only white space.
        case empty
        /// The value does not have the form `name@example.org`, or has more than 64 bytes before the `@`.
        case invalidFormat
        /// The value has more than ``EmailValidator/maxLength`` bytes.
        case tooLong
    }

    /// The maximum length in bytes of UTF-8: 254 (RFC 5321, section 4.5.3.1.3, without the angle brackets).
    public var maxLength: Int { EmailAddress.maximumByteCount }

    init() {}

    /// Checks a mail address.
    public func validate(_ value: String?) -> ResultCode {
        guard let text = value.map(canonical), !text.isEmpty else { return .empty }
        if text.utf8.count > maxLength { return .tooLong }
        return EmailAddress.isCanonical(text) ? .valid : .invalidFormat
    }

    /// Returns the address without white space at its ends, in normal form C, with the domain in lower case.
    public func canonical(_ value: String) -> String {
        EmailAddress.canonical(typed: value)
    }

    public func flaw(in value: String) -> InputFlaw? { textFlaw(in: value) }
}
