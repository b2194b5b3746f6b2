/// What a confidential service proves itself with at the token endpoint. 256 random bits as base64url, so that
/// form-encoding (RFC 6749, section 2.3.1) leaves it as it is, whether a client does it or not.
package struct ClientSecret: Sendable, CustomStringConvertible {
    /// Shown once, when it is made.
    package let text: String

    package static func generate() -> ClientSecret { ClientSecret(text: OpaqueToken.generate().text) }

    /// What is stored: SHA-256 of the text. Enough for a random value, which nobody can guess at.
    package var hash: [UInt8] { OpaqueToken.hash(of: text) }

    /// In constant time.
    package static func matches(_ text: String, _ hash: [UInt8]) -> Bool { OpaqueToken.matches(text, hash) }

    package var description: String { "client secret" }
}
