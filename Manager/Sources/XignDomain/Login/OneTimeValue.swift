import XignCrypto
import XignProtocol

/// A value of a request that counts once, such as the `jti` of a proof, in the form in which it is remembered.
public struct OneTimeValue: Sendable, Equatable {
    /// The kind of JWT that the value comes from.
    public enum Kind: String, Sendable {
        /// A client assertion (RFC 7523, section 3, item 7).
        case assertion
        /// A proof of possession (RFC 9449, section 11.1).
        case proof
    }

    /// SHA-256(kind || 0 || SHA-256(owner) || SHA-256(value)): values of several owners do not meet.
    public let hash: BearerHash
    /// The moment from which the JWT is refused for its age.
    public let expiresAt: Timestamp

    /// - Parameters:
    ///   - value: the `jti`.
    ///   - kind: the kind of JWT.
    ///   - owner: whose values must differ from each other: the client id, or the thumbprint of a key.
    public init(_ value: String, _ kind: Kind, of owner: String, until expiresAt: Timestamp) {
        func digest(_ text: String) -> [UInt8] { Array(SHA256.hash(data: Array(text.utf8))) }
        let message = Array(kind.rawValue.utf8) + [0] + digest(owner) + digest(value)
        hash = BearerHash(bytes: Array(SHA256.hash(data: message)))
        self.expiresAt = expiresAt
    }
}
