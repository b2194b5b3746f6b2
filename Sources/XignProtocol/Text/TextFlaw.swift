/// The reason why a text cannot be shown to people who decide by it, as the end of a sentence: `must ...`.
public enum TextFlaw: Error, Equatable, Sendable, CustomStringConvertible {
    /// Nothing, or nothing but white space and joiners.
    case blank
    /// More bytes of UTF-8 than this.
    case tooLong(maximumByteCount: Int)
    /// A character that cannot be seen, or changes the direction of text.
    case invisible(Unicode.Scalar)
    /// The same nonspacing mark twice in a row (UTS #39, section 5.4).
    case repeatedMark(Unicode.Scalar)
    /// More nonspacing marks in a row than ``CanonicalText/maximumMarkCount`` (UTS #39, section 5.4).
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
    /// The number by which people look a character up, such as `U+200B`.
    public var codePoint: String {
        let digits = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
