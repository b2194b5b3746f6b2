/// Text that is shown to a person who decides by it: names of services, organizations, roles, aliases.
///
/// At most 256 bytes of UTF-8, not empty, without control characters (C0, DEL, C1), without the characters that change the
/// direction of text, and without line separators: what is compared is then what is seen.
public enum DisplayText {
    public static let maximumByteCount = 256

    public static func isValid(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= maximumByteCount && !text.unicodeScalars.contains(where: isForbidden)
    }

    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0: true
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        case 0x2028, 0x2029: true
        default: false
        }
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
