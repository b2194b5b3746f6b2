import XignCrypto
import XignProtocol

/// A public key with which a client signs its assertions (`private_key_jwt`, OpenID Connect Core, section 9).
public struct ClientKey: Sendable, Equatable {
    /// The signature algorithms (RFC 7518, section 3.4; RFC 8037, section 3.1).
    public enum Algorithm: String, Sendable, CaseIterable {
        /// ECDSA on P-256 with SHA-256.
        case es256 = "ES256"
        /// Ed25519.
        case edDSA = "EdDSA"
    }

    /// The key id (`kid`); nil where the client has a single key and names none.
    public let id: String?
    public let algorithm: Algorithm
    /// The coordinates x and y for P-256; the encoded point for Ed25519.
    public let bytes: [UInt8]

    /// - Parameter bytes: 64 for P-256, 32 for Ed25519. `isUsable` judges them.
    public init(id: String?, algorithm: Algorithm, bytes: [UInt8]) {
        self.id = id
        self.algorithm = algorithm
        self.bytes = bytes
    }

    /// True if the bytes are a public key of the algorithm.
    public var isUsable: Bool {
        switch algorithm {
        case .es256: (try? P256.Signing.PublicKey(rawRepresentation: bytes)) != nil
        // Under a point of small order, one signature is valid for many assertions.
        case .edDSA: (try? Curve25519.Signing.PublicKey(validating: bytes)) != nil
        }
    }

    /// Returns true if the client has signed `input` with this key.
    public func isValid(_ signature: [UInt8], for input: [UInt8]) -> Bool {
        switch algorithm {
        case .es256:
            guard let key = try? P256.Signing.PublicKey(rawRepresentation: bytes),
                let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
            else { return false }
            return key.isValidSignature(signature, for: input)
        case .edDSA:
            guard signature.count == 64, let key = try? Curve25519.Signing.PublicKey(rawRepresentation: bytes) else {
                return false
            }
            return key.isValidSignature(signature, for: input)
        }
    }
}
