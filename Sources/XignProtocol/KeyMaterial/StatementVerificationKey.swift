import XignCrypto

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An Ed25519 public key that verifies key material: a root key or the online key.
public struct StatementVerificationKey: Hashable, Sendable {
    /// The encoded point, 32 bytes.
    public let rawRepresentation: [UInt8]
    private let key: Ed25519PublicKey

    /// Reads a key; nil unless it is a point of the curve in canonical encoding and not of small order.
    public init?(rawRepresentation: [UInt8]) {
        guard let key = Ed25519PublicKey(rawRepresentation) else { return nil }
        self.key = key
        self.rawRepresentation = rawRepresentation
    }

    /// The `kid` of signatures: base64url(SHA-256(raw public key)[0..<8]).
    public var identifier: String { Base64URL.encode(Array(SHA256.hash(data: rawRepresentation).prefix(8))) }

    func isValidSignature(_ signature: [UInt8], for message: [UInt8]) -> Bool {
        key.isValidSignature(signature, for: message)
    }

    public static func == (a: Self, b: Self) -> Bool { a.rawRepresentation == b.rawRepresentation }
    public func hash(into hasher: inout Hasher) { hasher.combine(rawRepresentation) }
}
