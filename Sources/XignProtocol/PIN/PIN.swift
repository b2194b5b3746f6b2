import XignCrypto

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A PIN: 5 to 32 ASCII digits, with leading zeros (protocol.md, section 4). Every value of this type is valid.
///
/// The manager's requirements for a new PIN are its ``PINPolicy``: by default at least 6 digits and no common PIN.
/// Digits of other scripts, such as Arabic-Indic and full-width ones, become ASCII digits where a person types them.
///
/// The memory is wiped when the last copy of the value is released. The caller is responsible for the original text.
public struct PIN: ContiguousBytes, Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    /// The number of digits of any PIN, and so the limits of every policy.
    public static let lengthRange = 5...32
    /// The smallest number of digits of a new PIN by default.
    public static let defaultMinimumLength = 6

    private let characters: SymmetricKey

    /// Reads a PIN; nil where `text` is not 5 to 32 ASCII digits.
    public init?(_ text: String) {
        guard Self.lengthRange.contains(text.utf8.count),
            text.utf8.allSatisfy(\.isDigit)
        else { return nil }
        var text = text
        characters = text.withUTF8 { SymmetricKey(data: UnsafeRawBufferPointer($0)) }
    }

    /// Reads a PIN as a person types or pastes it (protocol.md, "Typed numbers"): decimal digits of any script, between
    /// them white space, hyphens and dashes. Nil where that does not leave 5 to 32 digits, and nothing else.
    public init?(typed: String) {
        guard var digits = TypedDigits.ascii(typed, maximumCount: Self.lengthRange.upperBound) else { return nil }
        defer { for index in digits.indices { digits[index] = 0 } }
        guard Self.lengthRange.contains(digits.count) else { return nil }
        characters = SymmetricKey(data: digits)
    }

    /// The number of digits.
    public var count: Int { characters.bitCount / 8 }

    /// The ASCII digits, in memory that nothing wipes: for a manager that displays a PIN it has issued.
    public var text: String { String(decoding: copiedBytes, as: UTF8.self) }

    /// Calls `body` with the ASCII characters of the digits.
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try characters.withUnsafeBytes(body)
    }

    /// True for PINs that are guessed first: one digit repeated, digits counting up or down, a repeated group of two or
    /// three digits, and the well-known ones of protocol.md, section 4.
    public var isCommon: Bool { withUnsafeBytes(Self.isCommon) }

    private static func isCommon(_ digits: UnsafeRawBufferPointer) -> Bool {
        let steps = Set(zip(digits, digits.dropFirst()).map { (Int($1) - Int($0) + 10) % 10 })
        if steps.count == 1, steps.isSubset(of: [0, 1, 9]) { return true }
        for period in 2...3 where digits.count >= 2 * period {
            if digits.indices.dropFirst(period).allSatisfy({ digits[$0] == digits[$0 - period] }) { return true }
        }
        return wellKnown.contains(String(decoding: digits, as: UTF8.self))
    }

    /// The PINs of the list in protocol.md, section 4, which the vectors repeat.
    static let wellKnown: Set<String> = [
        "11223", "12344", "12321", "13579", "24680", "14789", "15975", "25802", "54320", "98760", "112233", "121314",
        "123321", "123454", "135790", "147258", "147852", "159357", "159753", "246810", "258025", "258369", "321123",
        "357159", "456123", "520131", "789456", "951753", "963852", "987410", "1122334", "12344321", "11223344",
        "12341234", "14725836", "147258369", "741852963", "789456123",
    ]

    /// Compares in a time that depends only on the lengths.
    public static func == (a: PIN, b: PIN) -> Bool { a.characters == b.characters }

    public var description: String { "PIN" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
