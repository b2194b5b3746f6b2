/// Text that is shown to a person who decides by it: names of users, services, organizations, roles, aliases.
///
/// Devices demand only that it can be seen, so that a manager's later version of Unicode shuts nobody out. Managers accept only
/// canonical text from their operators.
public enum DisplayText {
    /// Bytes of UTF-8.
    public static let maximumByteCount = 256

    /// Whether a device shows a text: 1 to 256 bytes, among them a visible character and none that is invisible.
    public static func isValid(_ text: String) -> Bool {
        text.utf8.count <= maximumByteCount && !text.unicodeScalars.contains(where: \.isInvisible)
            && !text.unicodeScalars.allSatisfy(\.isBlank)
    }

    /// The canonical form of a text that an operator typed.
    ///
    /// - Throws: the first flaw, if the text has one.
    public static func canonical(_ typed: String) throws(TextFlaw) -> String {
        // Bytes first: the normal form of a long text takes long, and has at most three times as many bytes, but for some
        // Greek letters of old spelling.
        guard typed.utf8.count <= 4 * maximumByteCount else { throw .tooLong(maximumByteCount: maximumByteCount) }
        let text = CanonicalText.canonical(typed)
        if let flaw = CanonicalText.flaw(in: text) { throw flaw }
        guard text.utf8.count <= maximumByteCount else { throw .tooLong(maximumByteCount: maximumByteCount) }
        return text
    }
}

extension String {
    /// Whether both consist of the same bytes of UTF-8. Swift's `==` also says yes to canonically equivalent strings.
    public func hasSameBytes(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        let areEqual = utf8.withContiguousStorageIfAvailable { bytes in
            other.utf8.withContiguousStorageIfAvailable { bytes.elementsEqual($0) }
        }
        // Strings of Objective-C lie in no one piece.
        return (areEqual ?? nil) ?? utf8.elementsEqual(other.utf8)
    }
}
