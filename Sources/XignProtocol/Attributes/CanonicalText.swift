#if !canImport(FoundationEssentials)
    import Foundation
#endif

/// The one form of a text that a person has typed: in Unicode's normal form C, without white space at its ends, and without
/// characters that hide or rearrange what is shown, or that JSON's profile refuses.
public enum CanonicalText {
    /// Whether a text has this form. The empty one has.
    public static func isCanonical(_ text: String) -> Bool {
        !text.unicodeScalars.contains(where: isForbidden) && text.first?.isWhitespace != true
            && text.last?.isWhitespace != true && isNormalized(text)
    }

    /// A text without white space at its ends.
    public static func trimmed(_ text: String) -> Substring {
        let start = text.drop(while: \.isWhitespace)
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return start[...last]
    }

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
