import XignCrypto

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The public key of one factor: a valid point of large order in its only encoding.
public struct FactorPublicKey: Sendable {
    private enum Key: Sendable {
        case es256(P256.Signing.PublicKey)
        case ed25519(Ed25519PublicKey)
    }

    public let factor: FactorType
    /// The raw key: x || y (64 bytes) for ES256, 32 bytes for Ed25519.
    public let rawRepresentation: [UInt8]
    private let key: Key

    /// Reads and validates a key; nil where the length is wrong, or the point is off the curve, of small order, the
    /// identity, or not in canonical encoding.
    public init?(factor: FactorType, rawRepresentation: [UInt8]) {
        self.init(factor, rawRepresentation) { Ed25519PublicKey($0) }
    }

    /// Reads a key that was validated before, from storage that nobody can have altered since. It is not validated
    /// again.
    public init?(factor: FactorType, accepted rawRepresentation: [UInt8]) {
        self.init(factor, rawRepresentation) { Ed25519PublicKey(accepted: $0) }
    }

    private init?(
        _ factor: FactorType, _ rawRepresentation: [UInt8], _ ed25519: (_ bytes: [UInt8]) -> Ed25519PublicKey?
    ) {
        switch factor.algorithm {
        case .es256:
            guard let key = try? P256.Signing.PublicKey(rawRepresentation: rawRepresentation) else { return nil }
            self.key = .es256(key)
        case .ed25519:
            guard let key = ed25519(rawRepresentation) else { return nil }
            self.key = .ed25519(key)
        case nil: return nil
        }
        self.factor = factor
        self.rawRepresentation = rawRepresentation
    }

    /// The key of an ES256 factor, which can prove requests; nil for other algorithms.
    public var p256: P256.Signing.PublicKey? { if case .es256(let key) = key { key } else { nil } }

    func isValidSignature(_ signature: [UInt8], for message: [UInt8]) -> Bool {
        switch key {
        case .es256(let key):
            guard signature.count == 64, let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
            else { return false }
            return key.isValidSignature(signature, for: message)
        case .ed25519(let key): return key.isValidSignature(signature, for: message)
        }
    }
}

extension FactorPublicKey: Equatable {
    public static func == (a: Self, b: Self) -> Bool {
        a.factor == b.factor && a.rawRepresentation == b.rawRepresentation
    }
}

/// The description and the reflection omit the key: with the public key of a PIN and a copy of the device's storage,
/// the PIN could be guessed offline.
extension FactorPublicKey: CustomStringConvertible, CustomReflectable {
    public var description: String { "public key of \(factor.rawValue)" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
