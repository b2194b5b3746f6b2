import XignCrypto

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An Ed25519 public key that verifies signatures: a point on the curve, in canonical encoding, not of small order.
/// Under a point of small order, one signature is valid for many messages.
struct Ed25519PublicKey: Sendable {
    private let key: Curve25519.Signing.PublicKey

    init?(_ bytes: [UInt8]) {
        guard let key = try? Curve25519.Signing.PublicKey(validating: bytes) else { return nil }
        self.key = key
    }

    /// Reads a key that was validated before.
    init?(accepted bytes: [UInt8]) {
        guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: bytes) else { return nil }
        self.key = key
    }

    func isValidSignature(_ signature: [UInt8], for message: [UInt8]) -> Bool {
        signature.count == 64 && key.isValidSignature(signature, for: message)
    }
}
