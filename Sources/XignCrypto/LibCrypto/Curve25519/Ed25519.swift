import CLibCrypto
import FoundationEssentials

extension Curve25519 {
    /// Ed25519 (RFC 8032, section 5.1).
    ///
    /// Keys may be used by any number of threads. Signatures are deterministic here and randomized in CryptoKit; both
    /// verify in the same way.
    public enum Signing {
        static let signatureByteCount = 64

        /// A private key: the seed of RFC 8032, section 5.1.5.
        public struct PrivateKey: Sendable {
            let key: KeyHandle

            /// Generates a random key.
            public init() { key = .generateCurve25519("ED25519") }

            /// Reads a seed.
            /// - Throws: `CryptoKitError.incorrectKeySize` unless there are 32 bytes.
            public init<D: ContiguousBytes>(rawRepresentation: D) throws {
                key = try Curve25519.privateKey("ED25519", rawRepresentation)
            }

            /// The seed, 32 bytes. The copy is not wiped: store it and release it.
            public var rawRepresentation: Data { key.curve25519PrivateKey }

            /// The public key, which shares the key object.
            public var publicKey: PublicKey { PublicKey(key: key) }

            /// Signs `data`; the signature has 64 bytes.
            /// - Throws: `CryptoKitError.underlyingCoreCryptoError` where memory is exhausted.
            public func signature<D: DataProtocol>(for data: D) throws -> Data {
                try unsafe data.withContiguousBytes { data in
                    let context = try unsafe LibCrypto.unwrap(EVP_MD_CTX_new())
                    defer { unsafe EVP_MD_CTX_free(context) }
                    try unsafe key.withPointer {
                        try unsafe LibCrypto.check(EVP_DigestSignInit_ex(context, nil, nil, nil, nil, $0, nil))
                    }
                    return try unsafe Data(count: signatureByteCount) { signature in
                        var count = signature.count
                        try unsafe LibCrypto.check(
                            EVP_DigestSign(context, signature.octets, &count, data.octets, data.count))
                    }
                }
            }
        }

        /// A public key: the encoding of a point (RFC 8032, section 5.1.2).
        public struct PublicKey: Sendable {
            let key: KeyHandle

            init(key: KeyHandle) { self.key = key }

            /// Reads any 32 bytes without validation, as CryptoKit does. Untrusted keys go through
            /// ``init(validating:)``.
            /// - Throws: `CryptoKitError.incorrectParameterSize` unless there are 32 bytes.
            public init<D: ContiguousBytes>(rawRepresentation: D) throws {
                key = try Curve25519.publicKey("ED25519", rawRepresentation)
            }

            /// The encoded point, 32 bytes.
            public var rawRepresentation: Data { key.curve25519PublicKey }

            /// Returns whether the signature is valid for `data`.
            ///
            /// False also for an S not below the group's order (RFC 8032, section 5.1.7), so that a signature has only
            /// one form, and for a key that is not a point of the curve.
            public func isValidSignature<S: DataProtocol, D: DataProtocol>(_ signature: S, for data: D) -> Bool {
                guard signature.count == signatureByteCount else { return false }
                let valid = unsafe signature.withContiguousBytes { signature in
                    unsafe data.withContiguousBytes { data in unsafe verify(signature, data) }
                }
                if !valid { ERR_clear_error() }
                return valid
            }

            private func verify(_ signature: UnsafeRawBufferPointer, _ data: UnsafeRawBufferPointer) -> Bool {
                guard let context = unsafe EVP_MD_CTX_new() else { return false }
                defer { unsafe EVP_MD_CTX_free(context) }
                return unsafe key.withPointer {
                    guard unsafe EVP_DigestVerifyInit_ex(context, nil, nil, nil, nil, $0, nil) == 1 else {
                        return false
                    }
                    return unsafe EVP_DigestVerify(
                        context, signature.octets, signature.count, data.octets, data.count) == 1
                }
            }
        }
    }
}
