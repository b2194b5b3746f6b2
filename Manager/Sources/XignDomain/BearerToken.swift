import XignCrypto
import XignProtocol

/// A random bearer value of the back and front channel: authorization code, access token, cookie or client secret.
///
/// 256 random bits as base64url, so that form-encoding (RFC 6749, section 2.3.1) leaves it unchanged. Only its hash is
/// stored; for a client secret, which its operator can look up, also the sealed text.
public struct BearerToken: Sendable, CustomStringConvertible {
    public let text: String

    public static func generate() -> BearerToken { BearerToken(text: Base64URL.encode(SecureRandom.bytes(count: 32))) }

    /// Makes the text of a value that is derived instead of drawn.
    public init(_ value: SecretOctets) { text = Base64URL.encode(value.bytes) }

    private init(text: String) { self.text = text }

    public var hash: BearerHash { BearerHash(of: text) }

    /// A text without the value, so that no log has it.
    public var description: String { "bearer token" }
}
