/// Text that a person bases a decision on (protocol.md, "Text"): names of users, services, organizations and roles, and
/// aliases.
///
/// Devices check only that the text is visible, so that a manager with a later version of Unicode excludes nobody.
/// Managers accept only canonical text from their operators.
public enum DisplayText {
    /// The largest text in bytes of UTF-8.
    public static let maximumByteCount = 256

    /// Returns whether a device displays a text: 1 to 256 bytes, with a visible character and without invisible ones.
    public static func isValid(_ text: String) -> Bool {
        text.utf8.count <= maximumByteCount && !text.unicodeScalars.contains(where: \.isInvisible)
            && !text.unicodeScalars.allSatisfy(\.isBlank)
    }

    /// Converts text that an operator typed to canonical form.
    /// - Throws: `TextFlaw`: the first flaw, if the text has one.
    public static func canonical(_ typed: String) throws(TextFlaw) -> String {
        // The length comes first, since normalizing a long text is slow. The normal form is at most three times as
        // long, except for some archaic Greek letters.
        guard typed.utf8.count <= 4 * maximumByteCount else { throw .tooLong(maximumByteCount: maximumByteCount) }
        let text = CanonicalText.canonical(typed)
        if let flaw = CanonicalText.flaw(in: text) { throw flaw }
        guard text.utf8.count <= maximumByteCount else { throw .tooLong(maximumByteCount: maximumByteCount) }
        return text
    }
}
