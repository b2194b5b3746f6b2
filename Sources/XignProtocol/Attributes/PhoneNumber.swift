/// Telephone numbers in international form (ITU-T E.164): `+4930123456`.
public enum PhoneNumber {
    /// The number of digits after the `+`.
    public static let digitCounts = 7...15

    /// The number of characters of a typed number at most: each bracket is compared with all that follow.
    static let typedLength = 128

    /// The reason why a typed number is refused. Characters are those of the number without white space at its ends.
    public enum Flaw: Error, Hashable, Sendable {
        /// The number does not begin with `+` and the country code.
        case noCountryCode
        /// The number has another count of digits than `digitCounts`, or the first is 0.
        case length
        /// A zero in brackets, which is dialled inside the country only: the number is written without it.
        case nationalPrefix(RefusedCharacter)
        case letter(RefusedCharacter)
        /// An extension, such as `;ext=12`.
        case numberExtension(RefusedCharacter)
        /// A `+` after the beginning.
        case laterPlus(RefusedCharacter)
        /// Any other sign, such as `#` and `*`.
        case sign(RefusedCharacter)

        /// The character that is refused; nil for a flaw of the whole number.
        public var character: RefusedCharacter? {
            switch self {
            case .noCountryCode, .length: nil
            case .nationalPrefix(let character), .letter(let character), .numberExtension(let character),
                .laterPlus(let character), .sign(let character):
                character
            }
        }
    }

    /// Returns whether a text consists of `+` and digits, the first of which is not 0.
    public static func isCanonical(_ text: String) -> Bool {
        let digits = text.utf8.dropFirst()
        return text.utf8.first == UInt8(ascii: "+") && digitCounts.contains(digits.count)
            && digits.first != UInt8(ascii: "0")
            && digits.allSatisfy(\.isDigit)
    }

    /// Converts a number as people type and paste it (protocol.md, "Typed numbers") to its canonical form.
    /// - Throws: `Flaw`, the first from the left.
    public static func canonical(typed: String) throws(Flaw) -> String {
        let scalars = Array(CanonicalText.trimmed(typed).unicodeScalars)
        guard scalars.count <= typedLength else { throw .length }
        var number = ""
        for index in digitsRange(of: scalars) {
            let scalar = scalars[index]
            if scalar.isOpeningBracket, isZeroInBrackets(scalars[index...]) {
                throw .nationalPrefix(RefusedCharacter(scalars, at: index))
            }
            if scalar.separatesDigits || scalar.isPhonePunctuation { continue }
            if let digit = scalar.decimalDigit {
                number += String(digit)
            } else if scalar.isPlus, number.isEmpty {
                number = "+"
            } else {
                throw flaw(RefusedCharacter(scalars, at: index))
            }
        }
        guard number.first == "+" else { throw .noCountryCode }
        guard isCanonical(number) else { throw .length }
        return number
    }

    /// Returns the indices behind a leading `tel:` (RFC 3966), in any case.
    private static func digitsRange(of scalars: [Unicode.Scalar]) -> Range<Int> {
        let start = scalars.firstIndex { !$0.separatesDigits && !$0.isPhonePunctuation } ?? scalars.endIndex
        let scheme = String(String.UnicodeScalarView(scalars[start...].prefix(4)))
        return (scheme.lowercased() == "tel:" ? start + 4 : 0)..<scalars.endIndex
    }

    /// Returns whether a text begins with brackets around a single zero.
    private static func isZeroInBrackets(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
        let inside = scalars.dropFirst().prefix { !$0.isClosingBracket }
        guard inside.endIndex < scalars.endIndex else { return false }
        return inside.filter { !$0.separatesDigits && !$0.isPhonePunctuation }.map(\.decimalDigit) == [0]
    }

    private static func flaw(_ character: RefusedCharacter) -> Flaw {
        let scalar = character.scalar
        if scalar.isPlus { return .laterPlus(character) }
        if scalar == ";" { return .numberExtension(character) }
        return scalar.properties.isAlphabetic ? .letter(character) : .sign(character)
    }
}

extension PhoneNumber.Flaw: CustomStringConvertible {
    /// The reason as the end of a sentence: `must ...`.
    public var description: String {
        switch self {
        case .noCountryCode, .length:
            let counts = PhoneNumber.digitCounts
            return """
                must be a number in international form such as +4930123456, in quotes: + and the country's code, \
                \(counts.lowerBound) to \(counts.upperBound) digits together
                """
        case .nationalPrefix(let character):
            return "must not have (0), \(character): write +49 151 23456789 for +49 (0)151 23456789"
        case .letter(let character): return "must have digits instead of letters: it has \(character)"
        case .numberExtension(let character):
            return "must be written without its extension, as +49 151 23456789: it has \(character)"
        case .laterPlus(let character): return "must have one + only, at its beginning: it has \(character)"
        case .sign(let character):
            return "must have digits only, and signs that separate them: it has \(character)"
        }
    }
}
