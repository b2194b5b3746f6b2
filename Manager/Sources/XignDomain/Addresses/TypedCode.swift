import XignCrypto
import XignProtocol

/// A secret code that people read from a screen, from paper or in a mail, and type.
///
/// Its alphabet is that of Crockford's Base32: digits and capital letters without I, L, O and U. The number of letters
/// is part of the type, so that codes of several kinds cannot be confused.
public struct TypedCode<Kind: TypedCodeKind>: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    /// The letters without separators. Secret: for the page or mail that shows the code, and for its hash.
    public let text: String

    /// The letters in groups of four, with hyphens between them, as people read them. As secret as `text`.
    public var groupedText: String {
        stride(from: 0, to: Kind.letterCount, by: TypedCodeAlphabet.groupLength).map { begin in
            String(text.dropFirst(begin).prefix(TypedCodeAlphabet.groupLength))
        }.joined(separator: "-")
    }

    /// The hash under which a code of 60 bits and more may be stored.
    public var hash: BearerHash { BearerHash(of: text) }

    /// Draws a random code from the system's generator.
    public static func random() -> TypedCode {
        TypedCode(letters: SecureRandom.bytes(count: Kind.letterCount))
    }

    /// Makes the code of the first bits of a value: five for each letter.
    /// - Returns: nil where there are too few.
    public init?(firstBitsOf bytes: [UInt8]) {
        guard bytes.count * 8 >= Kind.letterCount * TypedCodeAlphabet.bitsPerLetter else { return nil }
        var (letters, bits, bitCount): ([UInt8], UInt32, Int) = ([], 0, 0)
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            bitCount += 8
            while bitCount >= TypedCodeAlphabet.bitsPerLetter {
                bitCount -= TypedCodeAlphabet.bitsPerLetter
                letters.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
            }
            bits &= (1 << UInt32(bitCount)) - 1
        }
        self.init(letters: letters.prefix(Kind.letterCount))
    }

    /// Reads what a person has typed: in any case, with O as 0, I and L as 1, without regard to spaces and hyphens.
    /// - Returns: nil for a text that is no code of this kind.
    public init?(typed: String) {
        // Codes with all their separators are shorter.
        guard typed.utf8.count <= 4 * Kind.letterCount else { return nil }
        var letters: [UInt8] = []
        for scalar in typed.unicodeScalars {
            if TypedCodeAlphabet.separators.contains(scalar) || scalar.properties.isWhitespace { continue }
            guard let letter = TypedCodeAlphabet.value(of: scalar) else { return nil }
            letters.append(letter)
        }
        guard letters.count == Kind.letterCount else { return nil }
        self.init(letters: letters)
    }

    /// - Parameter letters: as many as the kind has. The lowest five bits of each count.
    private init(letters: some Sequence<UInt8>) {
        text = String(
            decoding: letters.map { TypedCodeAlphabet.letters[Int($0 & TypedCodeAlphabet.mask)] }, as: UTF8.self)
    }

    /// Compares in a time that does not depend on the letters.
    public static func == (one: TypedCode, other: TypedCode) -> Bool {
        constantTimeEqual(Array(one.text.utf8), Array(other.text.utf8))
    }

    /// A text without the letters, so that no log has them.
    public var description: String { "code of \(Kind.letterCount) letters" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A kind of code that people type.
public protocol TypedCodeKind: Sendable {
    static var letterCount: Int { get }
}

/// The kind of `MailedCode`.
public enum MailedCodeKind: TypedCodeKind { public static let letterCount = 8 }
/// The kind of `JoinCode`.
public enum JoinCodeKind: TypedCodeKind { public static let letterCount = 12 }
/// The kind of `RecoveryCode`.
public enum RecoveryCodeKind: TypedCodeKind { public static let letterCount = 24 }

/// A code of 40 bits that proves who reads a mailbox. It counts for minutes, and for a few tries.
public typealias MailedCode = TypedCode<MailedCodeKind>

/// A code of 60 bits that admits people to an organization.
public typealias JoinCode = TypedCode<JoinCodeKind>

/// A code of 120 bits with which a person begins the recovery of their account.
public typealias RecoveryCode = TypedCode<RecoveryCodeKind>

private enum TypedCodeAlphabet {
    static let letters = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
    static let bitsPerLetter = 5
    static let mask: UInt8 = 31
    static let groupLength = 4
    /// The hyphen, and what keyboards and programs make of it.
    static let separators: Set<Unicode.Scalar> = ["-", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2212}"]

    static func value(of scalar: Unicode.Scalar) -> UInt8? {
        guard scalar.isASCII else { return nil }
        var letter = UInt8(truncatingIfNeeded: scalar.value)
        if (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter) { letter &-= 32 }
        switch letter {
        case UInt8(ascii: "O"): return 0
        case UInt8(ascii: "I"), UInt8(ascii: "L"): return 1
        default: return letters.firstIndex(of: letter).map { UInt8($0) }
        }
    }
}
