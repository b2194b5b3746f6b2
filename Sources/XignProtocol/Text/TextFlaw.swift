/// The reason why a text cannot be displayed, described as the end of a sentence: `must ...`.
public enum TextFlaw: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text is empty, or has only white space and joiners.
    case blank
    /// The text has more bytes of UTF-8 than the limit.
    case tooLong(maximumByteCount: Int)
    /// The text has a character that is invisible, or changes the direction of text.
    case invisible(RefusedCharacter)
    /// The text has the same nonspacing mark twice in a row (UTS #39, section 5.4).
    case repeatedMark(RefusedCharacter)
    /// The text has more nonspacing marks in a row than ``CanonicalText/maximumMarkCount`` (UTS #39, section 5.4).
    case tooManyMarks(RefusedCharacter)

    /// The character that is refused; nil for a flaw of the whole text.
    public var character: RefusedCharacter? {
        switch self {
        case .blank, .tooLong: nil
        case .invisible(let character), .repeatedMark(let character), .tooManyMarks(let character): character
        }
    }

    public var description: String {
        switch self {
        case .blank: "must have a character that can be seen"
        case .tooLong(let count): "must have at most \(count) bytes of UTF-8"
        case .invisible(let character):
            "must not have \(character), which cannot be seen or changes the direction of text"
        case .repeatedMark(let character): "must not have the same mark twice in a row: \(character)"
        case .tooManyMarks(let character):
            "must not have more than \(CanonicalText.maximumMarkCount) marks on one letter: \(character)"
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
