import CLibCrypto
import FoundationEssentials

extension P256 {
    /// ECDSA on P-256 (FIPS 186-5, section 6).
    public enum Signing {
        /// A private key.
        public struct PrivateKey: Sendable {
            let key: KeyHandle

            /// A new random key.
            public init() { key = P256Key.generate() }

            /// Reads the scalar, 32 bytes big-endian.
            /// - Throws: `CryptoKitError.incorrectKeySize` for another length; `invalidParameter` for zero and
            ///   for numbers not below the curve's order.
            public init<D: ContiguousBytes>(rawRepresentation: D) throws {
                key = try unsafe rawRepresentation.withUnsafeBytes { try unsafe P256Key.privateKey(scalar: $0) }
            }

            /// The scalar, 32 bytes big-endian. A copy that nothing wipes: hand it to a key store and let it go.
            public var rawRepresentation: Data { P256Key.scalar(key) }

            /// Shares the key object; only its public half can be reached through the result.
            public var publicKey: PublicKey { PublicKey(key) }

            /// Signs the SHA-256 digest of `data` (JWS ES256). Each call gives another signature.
            /// - Throws: `CryptoKitError.underlyingCoreCryptoError` where heap or randomness is exhausted.
            public func signature<D: DataProtocol>(for data: D) throws -> ECDSASignature {
                try signature(for: SHA256.hash(data: data))
            }

            /// Signs a digest.
            /// - Throws: As above.
            public func signature<D: Digest>(for digest: D) throws -> ECDSASignature {
                try unsafe digest.withUnsafeBytes { digest in
                    try unsafe ECDSASignature(
                        derRepresentation: key.sign(digest: digest, maximum: ECDSASignature.maximumDER))
                }
            }
        }

        /// A public key: a point of the curve.
        public struct PublicKey: P256PublicRepresentation {
            public let _handle: _P256Handle
            public init(_handle: _P256Handle) { self._handle = _handle }

            /// Whether the signature is this key's for the SHA-256 digest of `data`.
            ///
            /// ECDSA is malleable: where (r, s) verifies, (r, n - s) does too. So a signature identifies nothing.
            public func isValidSignature<D: DataProtocol>(_ signature: ECDSASignature, for data: D) -> Bool {
                isValidSignature(signature, for: SHA256.hash(data: data))
            }

            /// Whether the signature is this key's for a digest.
            public func isValidSignature<D: Digest>(_ signature: ECDSASignature, for digest: D) -> Bool {
                unsafe signature.derRepresentation.withUnsafeBytes { signature in
                    unsafe digest.withUnsafeBytes { unsafe key.verify(signature, digest: $0) }
                }
            }
        }
    }
}
