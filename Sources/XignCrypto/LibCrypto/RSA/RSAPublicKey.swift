import FoundationEssentials

extension RSA.Signing {
    /// A public key of 2048 to 8192 bits.
    public struct PublicKey: Sendable {
        let key: KeyHandle

        init(key: KeyHandle) { self.key = key }

        /// Makes a key of modulus and exponent, big-endian, as in a JWK (RFC 7518, section 6.3.1).
        /// - Parameters:
        ///   - n: 256 to 1024 bytes, odd. With a larger modulus an attacker could slow a verifier down.
        ///   - e: 1 to 4 bytes, odd, not 1.
        /// - Throws: `CryptoKitError.incorrectKeySize` for other lengths; `invalidParameter` for other numbers.
        public init<N: DataProtocol, E: DataProtocol>(n: N, e: E) throws {
            let (modulus, exponent) = (n.drop { $0 == 0 }.copied(), e.drop { $0 == 0 }.copied())
            guard (256...1024).contains(modulus.count), (1...4).contains(exponent.count) else {
                throw CryptoKitError.incorrectKeySize
            }
            // `!`: neither is empty, since their lengths were just checked.
            guard modulus.last! & 1 == 1, exponent.last! & 1 == 1, exponent != Data([1]) else {
                throw CryptoKitError.invalidParameter
            }
            key = try unsafe modulus.withUnsafeBytes { modulus in
                try unsafe exponent.withUnsafeBytes { exponent in
                    try unsafe KeyHandle.fromParameters(
                        "RSA", KeySelection.publicKey, KeyParameters().number("n", modulus).number("e", exponent))
                }
            }
        }

        // `try!`: every key of this type has both numbers, since libcrypto read or generated it.

        /// The modulus, big-endian, without leading zeros.
        public var n: Data { try! key.number("n") }

        /// The exponent, big-endian, without leading zeros.
        public var e: Data { try! key.number("e") }

        /// Returns whether the signature is valid for the SHA-256 digest of `data`.
        public func isValidSignature<S: DataProtocol, D: DataProtocol>(
            _ signature: S, for data: D, padding: Padding = .pkcs1v1_5
        ) -> Bool {
            isValidSignature(signature, for: SHA256.hash(data: data), padding: padding)
        }

        /// Returns whether the signature is valid for a digest; false also for another length than that of the modulus.
        public func isValidSignature<S: DataProtocol>(
            _ signature: S, for digest: SHA256Digest, padding: Padding = .pkcs1v1_5
        ) -> Bool {
            guard signature.count == RSA.byteCount(key) else { return false }
            return unsafe signature.withContiguousBytes { signature in
                unsafe digest.withUnsafeBytes {
                    unsafe key.verify(signature, digest: $0) { try unsafe RSA.configure($0, padding) }
                }
            }
        }
    }
}
