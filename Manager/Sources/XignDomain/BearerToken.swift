import XignCrypto
import XignProtocol

/// A random bearer value of the back and front channel: authorization code, access token, cookie or client secret.
///
/// 256 random bits as base64url, so that form-encoding (RFC 6749, section 2.3.1) leaves it unchanged. Only its hash is
/// stored; of a client secret, which its operator can look up, also the sealed text.
public struct BearerToken: Sendable, CustomStringConvertible {
    public let text: String

    public static func generate() -> BearerToken { BearerToken(text: Base64URL.encode(SecureRandom.bytes(count: 32))) }

    public var hash: BearerHash { BearerHash(of: text) }

    /// Without the value.
    public var description: String { "bearer token" }
}

/// The SHA-256 of a bearer value, which the database has in its place. No salt and no stretching: the value is random, and
/// cannot be guessed.
public struct BearerHash: Sendable, Equatable {
    public let bytes: [UInt8]

    public init(bytes: [UInt8]) { self.bytes = bytes }

    /// - Parameter value: a bearer value of the device protocol.
    public init(of value: SecretOctets) { bytes = Array(SHA256.hash(data: value.bytes)) }

    /// - Parameter text: the text of a `BearerToken`.
    public init(of text: String) { bytes = Array(SHA256.hash(data: Array(text.utf8))) }

    /// Compares in constant time.
    public static func == (one: BearerHash, other: BearerHash) -> Bool { constantTimeEqual(one.bytes, other.bytes) }
}
