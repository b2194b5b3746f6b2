/// The canonical form of typed text (protocol.md, "Text"): Unicode's normal form C, without white space at its ends,
/// without invisible characters, and without long rows of marks.
///
/// Values of attributes, display text and user names follow the same rule.
public enum CanonicalText {
    /// The largest number of nonspacing marks in a row. A limit of two would refuse names in Burmese and Tibetan
    /// script.
    public static let maximumMarkCount = 4

    /// Returns whether a text is canonical. The empty text is.
    public static func isCanonical(_ text: String) -> Bool {
        canonical(text).hasSameBytes(as: text) && (text.isEmpty || flaw(in: text) == nil)
    }

    /// Converts a text to normal form C without white space at its ends. The result is canonical unless it has a flaw.
    public static func canonical(_ typed: String) -> String { String(trimmed(typed.inNormalFormC)) }

    /// Returns the first flaw of a text in any normal form, or nil.
    public static func flaw(in text: String) -> TextFlaw? {
        if let index = text.unicodeScalars.firstIndex(where: \.isInvisible) {
            return .invisible(RefusedCharacter(text.unicodeScalars, at: index))
        }
        if text.unicodeScalars.allSatisfy(\.isBlank) { return .blank }
        var marks = MarkSequence()
        // In normal form D, since a letter in normal form C contains its marks: the first circumflex of “ấ” would not
        // be counted.
        let scalars = text.scalarsInNormalFormD
        for (index, scalar) in scalars.enumerated() {
            switch marks.excess(at: scalar) {
            case nil: break
            case .repeated: return .repeatedMark(RefusedCharacter(scalars, at: index))
            case .tooMany: return .tooManyMarks(RefusedCharacter(scalars, at: index))
            }
        }
        return nil
    }

    /// Removes all flaws of a text and makes the rest canonical; the result is empty where nothing is left.
    public static func cleaned(_ typed: String) -> String {
        var text = canonical(typed)
        while true {
            var marks = MarkSequence()
            let kept = text.scalarsInNormalFormD.filter { !$0.isInvisible && marks.excess(at: $0) == nil }
            let next = canonical(String(String.UnicodeScalarView(kept)))
            // Removing a character can bring marks together that were apart, so the rest is checked again.
            if next.hasSameBytes(as: text) { return text.unicodeScalars.allSatisfy(\.isBlank) ? "" : text }
            text = next
        }
    }

    /// Returns a text without white space at its ends.
    public static func trimmed(_ text: String) -> Substring {
        let start = text.unicodeScalars.drop(while: isWhiteSpace)
        guard let last = start.lastIndex(where: { !isWhiteSpace($0) }) else { return "" }
        return Substring(start[...last])
    }

    /// Returns whether a text contains white space.
    ///
    /// It compares scalars, since some letters form one character with a following space, which would hide it (UAX #29,
    /// rule GB9b).
    public static func hasWhiteSpace(_ text: String) -> Bool { text.unicodeScalars.contains(where: isWhiteSpace) }

    private static func isWhiteSpace(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }
}

/// A counter of nonspacing marks in a row, for a text in normal form D.
private struct MarkSequence {
    private var count = 0
    private var last: Unicode.Scalar?

    /// The reason why a mark is one too many.
    enum Excess { case repeated, tooMany }

    /// Counts the next scalar; returns the reason and counts nothing where the scalar is one too many.
    mutating func excess(at scalar: Unicode.Scalar) -> Excess? {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark:
            if scalar == last { return .repeated }
            if count == CanonicalText.maximumMarkCount { return .tooMany }
            count += 1
            last = scalar
        // Marks on both sides of a joiner appear on the same letter, so that a joiner does not end a row.
        case .format: break
        default:
            count = 0
            last = nil
        }
        return nil
    }
}
