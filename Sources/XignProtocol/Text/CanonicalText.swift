/// The one form of a text that a person typed: in Unicode's normal form C, without white space at its ends, without characters
/// that hide or rearrange what is shown, and without heaps of marks.
///
/// The rule is the same for values of attributes, display text and user names (docs/protocol.md, "Text").
public enum CanonicalText {
    /// The greatest number of nonspacing marks in a row. Two would refuse names in Burmese and Tibetan script.
    public static let maximumMarkCount = 4

    /// Whether a text has this form. The empty one has.
    public static func isCanonical(_ text: String) -> Bool {
        canonical(text).hasSameBytes(as: text) && (text.isEmpty || flaw(in: text) == nil)
    }

    /// A text in normal form C without white space at its ends. It is canonical unless it has a flaw.
    public static func canonical(_ typed: String) -> String { String(trimmed(typed.inNormalFormC)) }

    /// The first flaw of a text, in whichever normal form it is.
    public static func flaw(in text: String) -> TextFlaw? {
        if let scalar = text.unicodeScalars.first(where: \.isInvisible) { return .invisible(scalar) }
        if text.unicodeScalars.allSatisfy(\.isBlank) { return .blank }
        var marks = MarkSequence()
        // By letters and marks apart: of “ấ” and another circumflex, the first is part of the letter otherwise.
        for scalar in text.scalarsInNormalFormD { if let flaw = marks.flaw(at: scalar) { return flaw } }
        return nil
    }

    /// The canonical text that is left of a text without what makes it flawed; empty where nothing is left.
    public static func cleaned(_ typed: String) -> String {
        var text = canonical(typed)
        while true {
            var marks = MarkSequence()
            let kept = text.scalarsInNormalFormD.filter { !$0.isInvisible && marks.flaw(at: $0) == nil }
            let next = canonical(String(String.UnicodeScalarView(kept)))
            // Marks that were apart may be in a row now.
            if next.hasSameBytes(as: text) { return text.unicodeScalars.allSatisfy(\.isBlank) ? "" : text }
            text = next
        }
    }

    /// A text without white space at its ends.
    public static func trimmed(_ text: String) -> Substring {
        let start = text.unicodeScalars.drop(while: isWhiteSpace)
        guard let last = start.lastIndex(where: { !isWhiteSpace($0) }) else { return "" }
        return Substring(start[...last])
    }

    /// Whether there is white space in a text. By scalar: some letters make one character of themselves and a space behind them,
    /// which then hides in it (UAX #29, rule GB9b).
    public static func hasWhiteSpace(_ text: String) -> Bool { text.unicodeScalars.contains(where: isWhiteSpace) }

    private static func isWhiteSpace(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }
}

/// The nonspacing marks in a row, up to the present character of a text in normal form D.
private struct MarkSequence {
    private var count = 0
    private var last: Unicode.Scalar?

    /// Takes the next character, unless it makes the sequence flawed.
    mutating func flaw(at scalar: Unicode.Scalar) -> TextFlaw? {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark:
            if scalar == last { return .repeatedMark(scalar) }
            if count == CanonicalText.maximumMarkCount { return .tooManyMarks }
            count += 1
            last = scalar
        // Marks on both sides of a joiner are drawn on the same letter.
        case .format: break
        default:
            count = 0
            last = nil
        }
        return nil
    }
}
