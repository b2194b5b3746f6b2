/// Mail addresses, roughly: whether the mailbox exists, only a message to it can tell.
public enum EmailAddress {
    /// Bytes (RFC 5321, section 4.5.3.1.3, without the angle brackets).
    public static let maximumByteCount = 254
    /// Bytes before the `@` (RFC 5321, section 4.5.3.1.1).
    public static let maximumLocalByteCount = 64

    /// Whether a text is an address in its one form: the domain in lower case.
    public static func isCanonical(_ text: String) -> Bool {
        guard text.utf8.count <= maximumByteCount, CanonicalText.isCanonical(text) else { return false }
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, parts[0].utf8.count <= maximumLocalByteCount,
            !text.contains(where: { $0.isWhitespace || "<>,;:\\\"()[]".contains($0) }),
            parts[0].first != ".", parts[0].last != ".", !parts[0].contains("..")
        else { return false }
        let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
        return labels.count > 1 && labels.allSatisfy { !$0.isEmpty && $0.first != "-" && $0.last != "-" }
            && parts[1] == parts[1].lowercased()
    }
}
