import XignCrypto
import XignProtocol

/// The SHA-256 of a bearer value, stored in place of the value. It needs no salt and no stretching, since the value is
/// random and cannot be guessed.
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
