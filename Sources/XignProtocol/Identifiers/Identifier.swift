import XignCrypto

/// 128 random bits that name an activation or a session. No secret: it stands in pids.
///
/// The kind is part of the type, so that an activation's identifier cannot stand where a session's belongs.
public struct Identifier<Kind>: Hashable, Sendable, Codable, CustomStringConvertible {
    public static var byteCount: Int { 16 }

    public let bytes: [UInt8]

    /// Nil where `bytes` are not 16.
    public init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = Array(bytes)
    }

    /// Nil where `text` is not the base64url form of 16 bytes.
    public init?(text: some StringProtocol) {
        guard let bytes = Base64URL.decode(text) else { return nil }
        self.init(bytes)
    }

    private init(randomCount: Int) { bytes = Array(SecureRandom.bytes(count: randomCount)) }

    /// A new one, drawn at random.
    public static func random() -> Identifier { Identifier(randomCount: byteCount) }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let identifier = Identifier(text: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not an identifier of 16 bytes")
        }
        self = identifier
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    /// Base64url, 22 characters.
    public var description: String { Base64URL.encode(bytes) }
}

public enum ActivationKind {}
public enum SessionKind {}

/// Names one activation: the bond between an account and one device.
public typealias ActivationID = Identifier<ActivationKind>

/// Names one authentication process.
public typealias SessionID = Identifier<SessionKind>
