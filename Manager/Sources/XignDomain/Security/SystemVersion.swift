/// The version of an operating system, such as `17.6.1`.
///
/// A part that is left out is zero: `17` and `17.0` are equal.
public struct SystemVersion: Sendable, Hashable {
    /// Without zeros at the end; one part at least.
    private let parts: [Int]

    private static let largestDigitCount = 9

    /// Reads a version; nil for any text but up to nine digits, or several such numbers with dots between them.
    public init?(_ text: String) {
        self.init(parts: text.utf8.split(separator: Self.dot, omittingEmptySubsequences: false))
    }

    /// Reads the first version in an operating system's description of itself: 18.2 in `iOS Version 18.2 (Build
    /// 22C152)`, and 12 in `Debian GNU/Linux 12 (bookworm)`. Nil for a description without one, and for a part of more
    /// than nine digits.
    public init?(describedBy text: String) {
        let number = text.utf8.drop { !Self.isDigit($0) }.prefix { Self.isDigit($0) || $0 == Self.dot }
        let parts = number.split(separator: Self.dot, omittingEmptySubsequences: false)
        self.init(parts: Array(parts.prefix { !$0.isEmpty }))
    }

    private init?(parts: [Substring.UTF8View]) {
        var numbers: [Int] = []
        for part in parts {
            guard part.count <= Self.largestDigitCount, part.allSatisfy(Self.isDigit), let number = Int(Substring(part))
            else { return nil }
            numbers.append(number)
        }
        while numbers.count > 1, numbers.last == 0 { numbers.removeLast() }
        if numbers.isEmpty { return nil }
        self.parts = numbers
    }

    private static let dot = UInt8(ascii: ".")

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

extension SystemVersion: Comparable {
    public static func < (first: Self, second: Self) -> Bool { first.parts.lexicographicallyPrecedes(second.parts) }
}

extension SystemVersion: CustomStringConvertible {
    public var description: String { parts.map { "\($0)" }.joined(separator: ".") }
}

extension SystemVersion: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let version = Self(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a version")
        }
        self = version
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
