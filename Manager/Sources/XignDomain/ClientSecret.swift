/// What a confidential service proves itself with at the token endpoint. 256 random bits as base64url, so that
/// form-encoding (RFC 6749, section 2.3.1) leaves it as it is, whether a client does it or not.
public struct ClientSecret: Sendable, CustomStringConvertible {
    /// Shown once, when it is made.
    public let text: String

    public static func generate() -> ClientSecret { ClientSecret(text: OpaqueToken.generate().text) }

    /// What is stored: SHA-256 of the text. Enough for a random value, which nobody can guess at.
    public var hash: [UInt8] { OpaqueToken.hash(of: text) }

    /// In constant time.
    public static func matches(_ text: String, _ hash: [UInt8]) -> Bool { OpaqueToken.matches(text, hash) }

    public var description: String { "client secret" }
}
