import XignProtocol

/// The name of a user: display text that cannot be mistaken for another user's name.
///
/// Names that differ only in case or in normal form have the same `key`, which is unique.
public struct UserName: Sendable {
    /// The canonical text.
    public let text: String
    /// The text for comparison, unique among users.
    public let key: String

    /// The reason why a name cannot be a user's, as the end of a sentence: `must ...`.
    public enum Refusal: Error, Equatable, Sendable, CustomStringConvertible {
        case flawed(TextFlaw)
        /// A character that looks like one or two others, such as `ﬁ` or `Ａ`, or an invisible joiner.
        case ambiguous(Unicode.Scalar)

        public var description: String {
            switch self {
            case .flawed(let flaw): flaw.description
            case .ambiguous(let scalar):
                "must not have \(scalar.codePoint), which can be mistaken for other characters or for none"
            }
        }
    }

    /// Checks a name.
    ///
    /// - Parameter typed: the name as an operator types it, in any normal form.
    /// - Throws: `Refusal`.
    public init(_ typed: String) throws(Refusal) {
        do throws(TextFlaw) { text = try DisplayText.canonical(typed) } catch { throw .flawed(error) }
        if let scalar = text.unicodeScalars.first(where: Self.isAmbiguous) { throw .ambiguous(scalar) }
        key = Self.key(of: text)
    }

    /// Returns the key of any name, also of one that was stored before these rules.
    public static func key(of name: String) -> String {
        let folded = CanonicalText.cleaned(name).lowercased().unicodeScalars
            .map { letters[$0] ?? String($0) }.joined()
        return CanonicalText.canonical(folded)
    }

    /// Returns true if Unicode's folding for comparison (NFKC_Casefold) changes more of a character than its case.
    private static func isAmbiguous(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x200C, 0x200D: true
        // Cherokee: Unicode folds to its capital letters, which were encoded first.
        case 0x13A0...0x13FD, 0xAB70...0xABBF: false
        default:
            scalar.properties.lowercaseMapping.unicodeScalars.contains {
                $0.properties.changesWhenNFKCCaseFolded && $0 != "ß" && letters[$0] == nil
            }
        }
    }

    /// The letters of living alphabets that the key replaces by others. `ß` is a letter of its own.
    private static let letters: [Unicode.Scalar: String] = [
        "\u{3C2}": "\u{3C3}",  // Greek sigma at the end of a word
        "\u{587}": "\u{565}\u{582}",  // Armenian ech yiwn
        "\u{E33}": "\u{E4D}\u{E32}",  // Thai sara am
        "\u{EB3}": "\u{ECD}\u{EB2}",  // Lao am
        "\u{EDC}": "\u{EAB}\u{E99}",  // Lao ho no
        "\u{EDD}": "\u{EAB}\u{EA1}",  // Lao ho mo
    ]
}
