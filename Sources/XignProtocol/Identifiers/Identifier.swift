import XignCrypto

/// An identifier of 128 random bits for an activation or a session. It is not secret: pids contain it.
///
/// The kind is part of the type, so that identifiers of activations and sessions cannot be confused.
public struct Identifier<Kind>: Hashable, Sendable, Codable, CustomStringConvertible {
    public static var byteCount: Int { 16 }

    public let bytes: [UInt8]

    /// Makes an identifier of 16 bytes; nil for any other number.
    public init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = Array(bytes)
    }

    /// Reads the base64url form of 16 bytes; nil for any other text.
    public init?(text: some StringProtocol) {
        guard let bytes = Base64URL.decode(text) else { return nil }
        self.init(bytes)
    }

    private init(randomCount: Int) { bytes = Array(SecureRandom.bytes(count: randomCount)) }

    /// Draws a random identifier whose text does not begin with a hyphen, so that people can pass it to a command as it
    /// is: no program takes it for an option.
    public static func random() -> Identifier {
        while true {
            let drawn = Identifier(randomCount: byteCount)
            if drawn.bytes[0] >> 2 != hyphen { return drawn }
        }
    }

    /// The value of `-` in base64url (RFC 4648, section 5).
    private static var hyphen: UInt8 { 62 }

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

/// The kind of `ActivationID`.
public enum ActivationKind {}
/// The kind of `SessionID`.
public enum SessionKind {}

/// The identifier of an activation: the registration of one device for an account.
public typealias ActivationID = Identifier<ActivationKind>

/// The identifier of a session: one authentication process.
public typealias SessionID = Identifier<SessionKind>
