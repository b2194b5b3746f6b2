/// The form of mail addresses (protocol.md, section 5). Only a message can show that a mailbox exists.
public enum EmailAddress {
    /// The largest address in bytes (RFC 5321, section 4.5.3.1.3, without the angle brackets).
    public static let maximumByteCount = 254
    /// The largest local part, before the `@`, in bytes (RFC 5321, section 4.5.3.1.1).
    public static let maximumLocalByteCount = 64

    /// Converts a typed address to normal form C without white space at its ends, with the domain in lower case.
    public static func canonical(typed: String) -> String {
        let text = CanonicalText.canonical(typed)
        guard let at = text.lastIndex(of: "@") else { return text }
        return CanonicalText.canonical(text[..<at] + text[at...].lowercased())
    }

    /// Returns whether a text is an address in canonical form, which has the domain in lower case.
    public static func isCanonical(_ text: String) -> Bool {
        guard text.utf8.count <= maximumByteCount, CanonicalText.isCanonical(text) else { return false }
        // By scalar, since a mark or a letter after a `@` would make one character of both.
        let parts = text.unicodeScalars.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, String(parts[0]).utf8.count <= maximumLocalByteCount,
            !CanonicalText.hasWhiteSpace(text),
            !text.unicodeScalars.contains(where: "<>,;:\\\"()[]".unicodeScalars.contains)
        else { return false }
        let atoms = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
        let domain = String(parts[1])
        return atoms.allSatisfy { !$0.isEmpty } && labels.count > 1
            && labels.allSatisfy { !$0.isEmpty && $0.first != "-" && $0.last != "-" } && domain == domain.lowercased()
    }
}
