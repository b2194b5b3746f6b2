import XignProtocol

/// The name of a user: display text that cannot be mistaken for another user's name.
///
/// Names that differ only in case, in normal form, in the dots of `i` or in the amount of white space have the same
/// `key`, which is unique.
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

    /// Returns the key of any name, also of one that was stored before these rules. A change of it takes a migration
    /// that renews the keys of `account` and `account_name`.
    ///
    /// The key of a name that `init` accepts is its NFKC case folding (`NFKC_Casefold` of Unicode), without the dots
    /// that `i` and other letters with a dot have anyway, with `ı` as `i`, and with each run of white space as one
    /// space. Of the characters that `init` refuses, the key folds those that keyboards and documents write.
    public static func key(of name: String) -> String {
        var folded = String.UnicodeScalarView()
        for scalar in CanonicalText.cleaned(name).unicodeScalars
        where !scalar.properties.isDefaultIgnorableCodePoint {
            folded.append(contentsOf: Self.folded(scalar))
        }
        var key = String.UnicodeScalarView()
        var hasDot = false
        for scalar in CanonicalText.canonical(String(folded)).unicodeScalars {
            if scalar == dotAbove, hasDot { continue }
            if scalar.properties.isWhitespace {
                if key.last != " " { key.append(" ") }
            } else {
                key.append(scalar)
            }
            switch scalar.properties.canonicalCombiningClass {
            case .notReordered: hasDot = scalar.properties.isSoftDotted
            case .above: hasDot = false
            default: break
            }
        }
        return CanonicalText.canonical(String(key))
    }

    /// Returns the letters that all letters share which differ from this one in case.
    ///
    /// Some letters have a small form alone (`ß`, `ı`), others a capital one that no small one leads to (`ẞ`).
    private static func folded(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        (letters[scalar] ?? narrow(scalar).map { String($0) } ?? String(scalar)).unicodeScalars
            .flatMap { $0.properties.lowercaseMapping.unicodeScalars }
            .flatMap { $0.properties.uppercaseMapping.unicodeScalars }
            .flatMap { $0.properties.lowercaseMapping.unicodeScalars }
    }

    /// Returns the ASCII character that a full-width one is a form of.
    private static func narrow(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        (0xFF01...0xFF5E).contains(scalar.value) ? Unicode.Scalar(scalar.value - 0xFEE0) : nil
    }

    /// Returns true if Unicode's folding for comparison (NFKC_Casefold) changes more of a character than its case.
    private static func isAmbiguous(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x200C, 0x200D: true
        // Cherokee: Unicode folds to its capital letters, which were encoded first.
        case 0x13A0...0x13FD, 0xAB70...0xABBF: false
        default:
            scalar.properties.lowercaseMapping.unicodeScalars.contains {
                $0.properties.changesWhenNFKCCaseFolded && letters[$0] == nil && !smallLetters.contains($0)
            }
        }
    }

    private static let dotAbove: Unicode.Scalar = "\u{307}"

    /// The small letters of living alphabets that Unicode's folding replaces: sharp s, the Greek sigma at the end of a
    /// word, and the Armenian ech yiwn.
    private static let smallLetters: Set<Unicode.Scalar> = ["ß", "\u{3C2}", "\u{587}"]

    /// The letters of living alphabets that stand for two others (NFKC).
    private static let letters: [Unicode.Scalar: String] = [
        "\u{E33}": "\u{E4D}\u{E32}",  // Thai sara am
        "\u{EB3}": "\u{ECD}\u{EB2}",  // Lao am
        "\u{EDC}": "\u{EAB}\u{E99}",  // Lao ho no
        "\u{EDD}": "\u{EAB}\u{EA1}",  // Lao ho mo
    ]
}
