#if !canImport(FoundationEssentials)
    import Foundation
#endif

/// The one form of a text that a person has typed: in Unicode's normal form C, without white space at its ends, and without
/// characters that hide or rearrange what is shown, or that JSON's profile refuses.
public enum CanonicalText {
    /// Whether a text has this form. The empty one has.
    public static func isCanonical(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        return !scalars.contains(where: isForbidden) && scalars.first.map(isWhiteSpace) != true
            && scalars.last.map(isWhiteSpace) != true && isNormalized(text)
    }

    /// A text without white space at its ends.
    public static func trimmed(_ text: String) -> Substring {
        let start = text.unicodeScalars.drop(while: isWhiteSpace)
        guard let last = start.lastIndex(where: { !isWhiteSpace($0) }) else { return "" }
        return Substring(start[...last])
    }

    /// Whether there is white space in a text. By scalar, as above: some letters make one character of themselves and a space behind
    /// them, which then hides in it (UAX #29, rule GB9b).
    public static func hasWhiteSpace(_ text: String) -> Bool { text.unicodeScalars.contains(where: isWhiteSpace) }

    private static func isWhiteSpace(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }

    /// Controls, line and paragraph separators, what is invisible or turns the direction of text, and noncharacters. The
    /// joiners stay: they are part of names in some scripts.
    public static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
        case .format: scalar.value != 0x200C && scalar.value != 0x200D
        case .unassigned: scalar.properties.isNoncharacterCodePoint
        default: false
        }
    }

    /// Whether a text is in Unicode's normal form C (UAX #15).
    public static func isNormalized(_ text: String) -> Bool {
        #if canImport(FoundationEssentials)
            var bytes = text.utf8Span
            return bytes.checkForNFC(quickCheck: false)
        #else
            return text.utf8.elementsEqual(text.precomposedStringWithCanonicalMapping.utf8)
        #endif
    }
}
