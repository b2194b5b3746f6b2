/// A version of the client, such as `1.2.0`: 1 to 32 characters of `0-9A-Za-z.+-`. The restriction makes it safe to
/// display.
public struct ClientVersion: Sendable, Hashable, Codable, CustomStringConvertible {
    public let description: String

    /// Reads a version; nil for any other text.
    public init?(_ text: String) {
        guard (1...32).contains(text.utf8.count), text.utf8.allSatisfy(Self.isAllowed) else { return nil }
        description = text
    }

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

    private static func isAllowed(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || ".+-".utf8.contains(byte)
    }
}
