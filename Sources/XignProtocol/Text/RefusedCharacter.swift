/// A character of a typed text that a rule refuses, and its place: so a person finds what cannot be seen.
public struct RefusedCharacter: Hashable, Sendable, CustomStringConvertible {
    /// The place of a character in a text without white space at its ends.
    public enum Place: Hashable, Sendable {
        /// Before everything that can be seen.
        case beginning
        /// After everything that can be seen.
        case end
        /// After so many characters (extended grapheme clusters), at least one.
        case after(Int)
    }

    public let scalar: Unicode.Scalar
    public let place: Place

    public init(_ scalar: Unicode.Scalar, _ place: Place) {
        self.scalar = scalar
        self.place = place
    }

    /// Makes the description of a character.
    /// - Parameter index: its index in `scalars`.
    init<Scalars: BidirectionalCollection>(_ scalars: Scalars, at index: Scalars.Index)
    where Scalars.Element == Unicode.Scalar {
        let before = String(String.UnicodeScalarView(scalars[..<index]))
        scalar = scalars[index]
        if index == scalars.startIndex {
            place = .beginning
        } else if scalars[index...].allSatisfy(\.isInvisible) {
            place = .end
        } else {
            place = .after(before.count)
        }
    }

    /// The code point, such as `U+00AD`; before it the character itself where everybody can see it: `F (U+0046)`.
    public var name: String {
        (0x21...0x7E).contains(scalar.value) ? "\(scalar) (\(scalar.codePoint))" : scalar.codePoint
    }

    /// Name and place, such as `U+00AD at the end`.
    public var description: String {
        switch place {
        case .beginning: "\(name) at the beginning"
        case .end: "\(name) at the end"
        case .after(1): "\(name) after the first character"
        case .after(let count): "\(name) after character \(count)"
        }
    }
}
