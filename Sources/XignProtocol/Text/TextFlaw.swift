/// The reason why a text cannot be displayed, described as the end of a sentence: `must ...`.
public enum TextFlaw: Error, Equatable, Sendable, CustomStringConvertible {
    /// The text is empty, or has only white space and joiners.
    case blank
    /// The text has more bytes of UTF-8 than the limit.
    case tooLong(maximumByteCount: Int)
    /// The text has a character that is invisible, or changes the direction of text.
    case invisible(Unicode.Scalar)
    /// The text has the same nonspacing mark twice in a row (UTS #39, section 5.4).
    case repeatedMark(Unicode.Scalar)
    /// The text has more nonspacing marks in a row than ``CanonicalText/maximumMarkCount`` (UTS #39, section 5.4).
    case tooManyMarks

    public var description: String {
        switch self {
        case .blank: "must have a character that can be seen"
        case .tooLong(let count): "must have at most \(count) bytes of UTF-8"
        case .invisible(let scalar):
            "must not have \(scalar.codePoint), which cannot be seen or changes the direction of text"
        case .repeatedMark(let scalar): "must not have the mark \(scalar.codePoint) twice in a row"
        case .tooManyMarks: "must not have more than \(CanonicalText.maximumMarkCount) marks on one letter"
        }
    }
}

extension Unicode.Scalar {
    /// The code point in the notation `U+200B`.
    public var codePoint: String {
        let digits = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
