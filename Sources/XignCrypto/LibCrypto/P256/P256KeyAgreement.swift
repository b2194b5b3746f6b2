import FoundationEssentials

extension P256 {
    /// ECDH on P-256 (SP 800-56A, section 5.7.1.2): the secret is the x coordinate.
    public enum KeyAgreement {
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

            /// Computes the secret that both sides share.
            /// - Throws: `CryptoKitError.underlyingCoreCryptoError` where memory is exhausted.
            public func sharedSecretFromKeyAgreement(with publicKeyShare: PublicKey) throws -> SharedSecret {
                SharedSecret(bytes: try key.agree(with: publicKeyShare.key, count: P256.coordinateByteCount))
            }
        }

        /// A public key: a point of the curve.
        public struct PublicKey: P256PublicRepresentation {
            public let _handle: _P256Handle
            public init(_handle: _P256Handle) { self._handle = _handle }
        }
    }
}
