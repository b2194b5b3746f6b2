import XignCrypto
import XignProtocol

/// A bearer value that means nothing by itself: codes, access tokens, cookies. 256 random bits as base64url.
///
/// Only its hash is stored. Looking a hash up tells an attacker nothing by its time, since he cannot choose the hash.
public struct OpaqueToken: Sendable, CustomStringConvertible {
    public let text: String

    public static func generate() -> OpaqueToken { OpaqueToken(text: Base64URL.encode(SecureRandom.bytes(count: 32))) }

    /// SHA-256 of the text.
    public var hash: [UInt8] { Self.hash(of: text) }

    public static func hash(of text: String) -> [UInt8] { Array(SHA256.hash(data: Array(text.utf8))) }

    /// In constant time.
    public static func matches(_ text: String, _ hash: [UInt8]) -> Bool { constantTimeEqual(self.hash(of: text), hash) }

    public var description: String { "opaque token" }
}
