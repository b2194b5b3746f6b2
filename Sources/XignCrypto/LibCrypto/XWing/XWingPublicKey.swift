import FoundationEssentials

extension XWingMLKEM768X25519 {
    /// A public key: the keys of ML-KEM-768 and X25519, in this order.
    public struct PublicKey: Sendable {
        let mlkem: KeyHandle
        let x25519: Curve25519.KeyAgreement.PublicKey

        /// The key, 1,216 bytes.
        public let rawRepresentation: Data

        init(mlkem: KeyHandle, x25519: Curve25519.KeyAgreement.PublicKey, rawRepresentation: Data) {
            self.mlkem = mlkem
            self.x25519 = x25519
            self.rawRepresentation = rawRepresentation
        }

        /// Reads a key.
        /// - Throws: `CryptoKitError.incorrectParameterSize` unless there are 1,216 bytes; `underlyingCoreCryptoError`
        ///   where the key is not valid (FIPS 203, section 7.2) or X-Wing is not available.
        public init<D: ContiguousBytes>(rawRepresentation: D) throws {
            let bytes = unsafe rawRepresentation.withUnsafeBytes { unsafe Data($0) }
            guard bytes.count == publicKeyByteCount else { throw CryptoKitError.incorrectParameterSize }
            mlkem = try unsafe bytes.dropLast(Curve25519.byteCount).withUnsafeBytes {
                try unsafe MLKEM768.publicKey($0)
            }
            x25519 = try .init(rawRepresentation: bytes.suffix(Curve25519.byteCount))
            self.rawRepresentation = bytes
        }

        /// Makes a new secret and its encapsulation of 1,120 bytes for the owner of the private key (draft, section
        /// 5.4).
        /// - Throws: `CryptoKitError` where the X25519 key is of small order.
        public func encapsulate() throws -> KEM.EncapsulationResult {
            try unsafe encapsulate(ephemeral: Curve25519.KeyAgreement.PrivateKey(), randomness: nil)
        }

        /// Encapsulates with given randomness, for test vectors (draft, section 5.4.1): `eseed` is m and then the
        /// X25519 scalar, 32 bytes each.
        package func encapsulate(eseed: Data) throws -> KEM.EncapsulationResult {
            try unsafe eseed.prefix(32).withUnsafeBytes { randomness in
                try unsafe encapsulate(
                    ephemeral: .init(rawRepresentation: eseed.dropFirst(32)), randomness: randomness)
            }
        }

        private func encapsulate(
            ephemeral: Curve25519.KeyAgreement.PrivateKey, randomness: UnsafeRawBufferPointer?
        ) throws -> KEM.EncapsulationResult {
            var ciphertext = Data(count: MLKEM768.ciphertextByteCount)
            let lattice = try unsafe ciphertext.withUnsafeMutableBytes {
                try unsafe MLKEM768.encapsulate(to: mlkem, into: $0, randomness: randomness)
            }
            let share = ephemeral.publicKey.rawRepresentation
            let curve = try ephemeral.sharedSecretFromKeyAgreement(with: x25519)
            return KEM.EncapsulationResult(
                sharedSecret: combine(lattice, curve, share: share, recipient: x25519.rawRepresentation),
                encapsulated: ciphertext + share)
        }
    }
}
