import XignCrypto

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A PIN: 5 to 32 ASCII digits, leading zeros kept. A value of this type is a valid one.
///
/// This is what every manager takes as a PIN. What it demands of a new one is its ``PINPolicy``: 6 digits and no common PIN
/// where it says nothing.
///
/// Digits by ASCII and not by Unicode, to which Arabic-Indic and full-width digits are digits too.
///
/// Its memory is wiped when the last copy of the value goes. The text that it was made of is its caller's.
public struct PIN: ContiguousBytes, Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    /// How many digits a PIN can have at all, and so the limits of every policy.
    public static let lengthRange = 5...32
    /// How many digits a policy demands of a new PIN if it says nothing.
    public static let defaultMinimumLength = 6

    private let characters: SymmetricKey

    /// Nil where `text` is not 5 to 32 ASCII digits.
    public init?(_ text: String) {
        guard Self.lengthRange.contains(text.utf8.count),
            text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        var text = text
        characters = text.withUTF8 { SymmetricKey(data: UnsafeRawBufferPointer($0)) }
    }

    /// The number of digits.
    public var count: Int { characters.bitCount / 8 }

    /// The digits' ASCII characters, in memory that nothing wipes: for those who show a PIN that they have issued.
    public var digits: [UInt8] { copiedBytes }

    /// The digits' ASCII characters.
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try characters.withUnsafeBytes(body)
    }

    /// Whether it is among those that people guess first: one digit repeated, a run up or down, a short pattern repeated,
    /// or a well-known one.
    public var isCommon: Bool { withUnsafeBytes(Self.isCommon) }

    private static func isCommon(_ digits: UnsafeRawBufferPointer) -> Bool {
        let steps = Set(zip(digits, digits.dropFirst()).map { (Int($1) - Int($0) + 10) % 10 })
        if steps.count == 1, steps.isSubset(of: [0, 1, 9]) { return true }
        for period in 2...3 where digits.count >= 2 * period {
            if digits.indices.dropFirst(period).allSatisfy({ digits[$0] == digits[$0 - period] }) { return true }
        }
        return wellKnown.contains(String(decoding: digits, as: UTF8.self))
    }

    private static let wellKnown: Set<String> = [
        "11223", "12344", "12321", "13579", "24680", "14789", "15975", "25802", "54320", "98760", "112233", "121314",
        "123321", "123454", "135790", "147258", "147852", "159357", "159753", "246810", "258025", "258369", "321123",
        "357159", "456123", "520131", "789456", "951753", "963852", "987410", "1122334", "12344321", "11223344",
        "12341234", "14725836", "147258369", "741852963", "789456123",
    ]

    /// Takes a time that depends on the lengths alone.
    public static func == (a: PIN, b: PIN) -> Bool { a.characters == b.characters }

    public var description: String { "PIN" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
