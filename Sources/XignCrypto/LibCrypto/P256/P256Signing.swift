import CLibCrypto
import FoundationEssentials

extension P256 {
    /// ECDSA on P-256 (FIPS 186-5, section 6).
    public enum Signing {
        /// A private key.
        public struct PrivateKey: Sendable {
            let key: KeyHandle

            /// Generates a random key.
            public init() { key = P256Key.generate() }

            /// Reads the scalar, 32 bytes big-endian.
            /// - Throws: `CryptoKitError.incorrectKeySize` for another length; `invalidParameter` for zero and
            ///   for numbers not below the curve's order.
            public init<D: ContiguousBytes>(rawRepresentation: D) throws {
                key = try unsafe rawRepresentation.withUnsafeBytes { try unsafe P256Key.privateKey(scalar: $0) }
            }

            /// The scalar, 32 bytes big-endian. The copy is not wiped: store it and release it.
            public var rawRepresentation: Data { P256Key.scalar(key) }

            /// The public key, which shares the key object.
            public var publicKey: PublicKey { PublicKey(key) }

            /// Signs the SHA-256 digest of `data` (JWS ES256). Each call returns another signature.
            /// - Throws: `CryptoKitError.underlyingCoreCryptoError` where memory or randomness is exhausted.
            public func signature<D: DataProtocol>(for data: D) throws -> ECDSASignature {
                try signature(for: SHA256.hash(data: data))
            }

            /// Signs a digest.
            /// - Throws: `CryptoKitError.underlyingCoreCryptoError` where memory or randomness is exhausted.
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

            /// Returns whether the signature is valid for the SHA-256 digest of `data`.
            ///
            /// ECDSA is malleable: if (r, s) is valid, (r, n - s) is valid too. So a signature does not identify
            /// anything.
            public func isValidSignature<D: DataProtocol>(_ signature: ECDSASignature, for data: D) -> Bool {
                isValidSignature(signature, for: SHA256.hash(data: data))
            }

            /// Returns whether the signature is valid for a digest.
            public func isValidSignature<D: Digest>(_ signature: ECDSASignature, for digest: D) -> Bool {
                unsafe signature.derRepresentation.withUnsafeBytes { signature in
                    unsafe digest.withUnsafeBytes { unsafe key.verify(signature, digest: $0) }
                }
            }
        }
    }
}
