/// The two digits of a pairing: the login page shows them, and the user types them on the device (protocol.md,
/// section 6).
///
/// Two values are compared in constant time. `description` and reflection do not show the digits, so that no log has
/// them.
public struct PairingDigits: Equatable, Sendable, CustomStringConvertible, CustomReflectable {
    /// 0 to 99: one comparison of one byte.
    private let value: UInt8

    /// - Returns: nil for a text that is not two ASCII digits.
    public init?(_ text: String) {
        let digits = text.utf8.map { $0 &- UInt8(ascii: "0") }
        guard digits.count == 2, digits.allSatisfy({ $0 < 10 }) else { return nil }
        value = digits[0] * 10 + digits[1]
    }

    /// Reads the digits as a person types them (protocol.md, "Typed numbers"); nil where these are not two.
    public init?(typed: String) {
        guard let digits = TypedDigits.ascii(typed, maximumCount: 2) else { return nil }
        self.init(String(decoding: digits, as: UTF8.self))
    }

    private init(value: UInt8) { self.value = value }

    /// Draws one of the hundred values from the system's generator, each with the same probability.
    public static func random() -> PairingDigits { PairingDigits(value: .random(in: 0..<100)) }

    /// The two digits, also where the first one is zero.
    public var text: String { "\(value / 10)\(value % 10)" }

    public var description: String { "two digits" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension PairingDigits: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let digits = PairingDigits(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not two digits")
        }
        self = digits
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
