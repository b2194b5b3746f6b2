internal import XignProtocol

/// The reason why typed text is refused, with what a person needs to mend it.
///
/// ``AttributeValidator/flaw(in:)`` returns it. Cases may be added, so a `switch` needs a `default`.
public enum InputFlaw: Hashable, Sendable {
    /// A character cannot be seen, or changes how the text around it is shown.
    case invisible(Character)
    /// A letter has too many combining marks, or the same one twice.
    case marks(Character)
    /// A telephone number has a zero in brackets, which is dialled inside the country only: `+49 (0)151 23456789` is
    /// written `+49 151 23456789`.
    case nationalPrefix(Character)
    /// A telephone number has a letter.
    case letter(Character)
    /// A telephone number has an extension, such as `;ext=12`.
    case numberExtension(Character)
    /// A telephone number has a `+` after its beginning.
    case laterPlus(Character)
    /// A telephone number has another sign, such as `#` or `*`.
    case sign(Character)
    /// An address has no street.
    case streetMissing
    /// An address has no town.
    case localityMissing

    /// A character that is refused.
    public struct Character: Hashable, Sendable, CustomStringConvertible {
        /// The place of a character in a text without white space at its ends.
        public enum Place: Hashable, Sendable {
            /// Before everything that can be seen.
            case beginning
            /// After everything that can be seen.
            case end
            /// After so many characters, at least one.
            case after(Int)
        }

        /// The character.
        public let scalar: Unicode.Scalar
        /// The place.
        public let place: Place

        /// The code point, such as `U+00AD`; before it the character itself where everybody can see it: `F (U+0046)`.
        public var name: String { refused.name }

        /// Name and place, such as `U+00AD at the end`.
        public var description: String { refused.description }

        private var refused: RefusedCharacter {
            switch place {
            case .beginning: RefusedCharacter(scalar, .beginning)
            case .end: RefusedCharacter(scalar, .end)
            case .after(let count): RefusedCharacter(scalar, .after(count))
            }
        }

        init(_ refused: RefusedCharacter) {
            scalar = refused.scalar
            place =
                switch refused.place {
                case .beginning: .beginning
                case .end: .end
                case .after(let count): .after(count)
                }
        }
    }

    /// The character that is refused; nil for a flaw of the whole value.
    public var character: Character? {
        switch self {
        case .invisible(let character), .marks(let character), .nationalPrefix(let character), .letter(let character),
            .numberExtension(let character), .laterPlus(let character), .sign(let character):
            character
        case .streetMissing, .localityMissing: nil
        }
    }

    /// Returns the flaw of a name of a device or of a person as it is typed; nil for one that can be shown, for an
    /// empty one, and for one that is only too long.
    public init?(inName typed: String) {
        let text = typed.canonicalText
        guard !text.isEmpty, let flaw = CanonicalText.flaw(in: text), let own = Self(flaw) else { return nil }
        self = own
    }

    init?(_ flaw: TextFlaw) {
        switch flaw {
        case .blank, .tooLong: return nil
        case .invisible(let character): self = .invisible(Character(character))
        case .repeatedMark(let character), .tooManyMarks(let character): self = .marks(Character(character))
        }
    }

    init?(_ flaw: PhoneNumber.Flaw) {
        switch flaw {
        case .noCountryCode, .length: return nil
        case .nationalPrefix(let character): self = .nationalPrefix(Character(character))
        case .letter(let character): self = .letter(Character(character))
        case .numberExtension(let character): self = .numberExtension(Character(character))
        case .laterPlus(let character): self = .laterPlus(Character(character))
        case .sign(let character): self = .sign(Character(character))
        }
    }

    init?(_ refusal: AddressText.Refusal) {
        switch refusal {
        case .missing(.street): self = .streetMissing
        case .missing(.locality): self = .localityMissing
        case .notCanonical(_, let flaw?):
            guard let own = Self(flaw) else { return nil }
            self = own
        default: return nil
        }
    }
}
