import FoundationEssentials

extension Curve25519 {
    /// X25519 (RFC 7748, section 5).
    ///
    /// Every string of 32 bytes is a public key. Keys of small order make a secret of zeros with any private key; the
    /// agreement refuses them (RFC 7748, section 6.1; RFC 9180, section 7.1.4). Keys may be used by any number of
    /// threads.
    public enum KeyAgreement {
        /// A private key: 32 bytes, of which the agreement fixes five bits (RFC 7748, section 5).
        public struct PrivateKey: Sendable {
            let key: KeyHandle

            /// Generates a random key.
            public init() { key = .generateCurve25519("X25519") }

            /// Reads a key.
            /// - Throws: `CryptoKitError.incorrectKeySize` unless there are 32 bytes.
            public init<D: ContiguousBytes>(rawRepresentation: D) throws {
                key = try Curve25519.privateKey("X25519", rawRepresentation)
            }

            /// The key's 32 bytes. The copy is not wiped: store it and release it.
            public var rawRepresentation: Data { key.curve25519PrivateKey }

            /// The public key, which shares the key object.
            public var publicKey: PublicKey { PublicKey(key: key) }

            /// Computes the secret that both sides share.
            /// - Throws: `CryptoKitError` where the peer's key is of small order.
            public func sharedSecretFromKeyAgreement(with publicKeyShare: PublicKey) throws -> SharedSecret {
                let secret = try key.agree(with: publicKeyShare.key, count: Curve25519.byteCount)
                // libcrypto checks this too, but does not promise to.
                guard unsafe !secret.withUnsafeBytes(isAllZero) else { throw CryptoKitError.invalidParameter }
                return SharedSecret(bytes: secret)
            }
        }

        /// A public key: the u coordinate of a point.
        public struct PublicKey: Sendable {
            /// The base point, of which other public keys are made.
            ///
            /// `try!`: any 32 bytes are a key. It fails only in a libcrypto without X25519.
            private static let template = PublicKeyTemplate(
                try! Curve25519.publicKey("X25519", [9] + [UInt8](repeating: 0, count: Curve25519.byteCount - 1)))

            let key: KeyHandle

            init(key: KeyHandle) { self.key = key }

            /// Reads a key.
            /// - Throws: `CryptoKitError.incorrectParameterSize` unless there are 32 bytes.
            public init<D: ContiguousBytes>(rawRepresentation: D) throws {
                key = try unsafe rawRepresentation.withUnsafeBytes { raw in
                    guard raw.count == Curve25519.byteCount else { throw CryptoKitError.incorrectParameterSize }
                    return try unsafe Self.template.key(encoded: raw)
                }
            }

            /// The u coordinate, 32 bytes.
            public var rawRepresentation: Data { key.curve25519PublicKey }
        }
    }
}
