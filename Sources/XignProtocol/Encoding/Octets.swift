import XignCrypto

/// Bytes that are base64url in JSON.
///
/// They are not secret, and still not for logs, since they may be signatures and public keys of a PIN: `description`
/// and reflection show only their number.
public struct Octets: Hashable, Sendable, Codable, CustomStringConvertible, CustomReflectable {
    public var bytes: [UInt8]

    public init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    public init(from decoder: any Decoder) throws { bytes = try decodeBase64URL(decoder) }

    public func encode(to encoder: any Encoder) throws { try encodeBase64URL(bytes, encoder) }

    public var description: String { "\(bytes.count) bytes" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Secret bytes that are base64url in JSON: tokens, secrets of sessions and activations, proofs.
///
/// They are compared in constant time. `description` and reflection show only their number.
public struct SecretOctets: Equatable, Sendable, Codable, CustomStringConvertible, CustomReflectable {
    public let bytes: [UInt8]

    public init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    /// Draws random bytes from the system's generator.
    public static func random(count: Int) -> SecretOctets { SecretOctets(SecureRandom.bytes(count: count)) }

    public init(from decoder: any Decoder) throws { bytes = try decodeBase64URL(decoder) }

    public func encode(to encoder: any Encoder) throws { try encodeBase64URL(bytes, encoder) }

    /// Compares in a time that depends only on the lengths.
    public static func == (a: SecretOctets, b: SecretOctets) -> Bool { constantTimeEqual(a.bytes, b.bytes) }

    public var description: String { "secret of \(bytes.count) bytes" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

private func decodeBase64URL(_ decoder: any Decoder) throws -> [UInt8] {
    let container = try decoder.singleValueContainer()
    guard let bytes = Base64URL.decode(try container.decode(String.self)) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "not base64url")
    }
    return bytes
}

private func encodeBase64URL(_ bytes: [UInt8], _ encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Base64URL.encode(bytes))
}
