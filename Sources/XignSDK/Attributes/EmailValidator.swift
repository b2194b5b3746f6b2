/// Checks mail addresses, roughly: whether the mailbox exists, only a message to it can tell.
public struct EmailValidator: AttributeValidator {
    /// What a check found.
    public enum ResultCode: ValidationResultCode {
        /// The value was accepted.
        case valid
        /// There is no value, or nothing but white space.
        case empty
        /// Not of the form `name@example.org`.
        case invalidFormat
        /// More than ``EmailValidator/maxLength`` bytes.
        case tooLong
    }

    /// The greatest length in bytes (RFC 5321, section 4.5.3.1.3, without the angle brackets).
    public let maxLength = 254

    init() {}

    /// Checks a mail address.
    public func validate(_ value: String?) -> ResultCode {
        guard let text = value?.canonicalText, !text.isEmpty else { return .empty }
        if text.utf8.count > maxLength { return .tooLong }
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, parts[0].utf8.count <= 64, !text.hasControlCharacters,
            !text.contains(where: { $0.isWhitespace || "<>,;:\\\"()[]".contains($0) })
        else { return .invalidFormat }
        let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
        let isDomain = labels.count > 1 && labels.allSatisfy { !$0.isEmpty && $0.first != "-" && $0.last != "-" }
        return isDomain ? .valid : .invalidFormat
    }

    /// The address without white space at its ends; the domain in lower case.
    public func canonical(_ value: String) -> String {
        let text = value.canonicalText
        guard let at = text.lastIndex(of: "@") else { return text }
        return text[..<at] + text[at...].lowercased()
    }
}
