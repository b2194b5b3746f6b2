import FoundationEssentials

extension XWingMLKEM768X25519 {
    /// A private key: a seed of 32 bytes, and the keys that it expands to.
    public struct PrivateKey: Sendable {
        private let seed: SecureBytes
        private let mlkem: KeyHandle
        private let x25519: Curve25519.KeyAgreement.PrivateKey

        /// The public half.
        public let publicKey: PublicKey

        /// A new random key.
        /// - Throws: `CryptoKitError.underlyingCoreCryptoError` where X-Wing is not available.
        public init() throws {
            try unsafe self.init(seed: SecureBytes(count: seedByteCount, filledBy: SecureRandom.fill))
        }

        /// A new random key.
        /// - Throws: As above.
        public static func generate() throws -> PrivateKey { try PrivateKey() }

        /// Makes the key of its seed again.
        /// - Parameters:
        ///   - seedRepresentation: 32 bytes.
        ///   - publicKey: If given, the public key that the seed has to expand to.
        /// - Throws: `CryptoKitError.incorrectKeySize` for another length; `invalidParameter` where the public key
        ///   is another; `underlyingCoreCryptoError` where X-Wing is not available.
        public init<D: DataProtocol>(seedRepresentation: D, publicKey: PublicKey?) throws {
            try self.init(seed: unsafe seedRepresentation.withContiguousBytes { unsafe SecureBytes(copying: $0) })
            if let publicKey, publicKey.rawRepresentation != self.publicKey.rawRepresentation {
                throw CryptoKitError.invalidParameter
            }
        }

        /// Expands the seed (draft, section 5.2): SHAKE-256 to d, z and the X25519 scalar.
        private init(seed: SecureBytes) throws {
            guard seed.count == seedByteCount else { throw CryptoKitError.incorrectKeySize }
            let expanded = unsafe SecureBytes(count: MLKEM768.seedByteCount + Curve25519.byteCount) { output in
                var context = HashContext(.shake256)
                context.update(seed)
                unsafe context.finishExtendable(into: output)
            }
            self.seed = seed
            (mlkem, x25519) = try unsafe expanded.withUnsafeBytes { bytes in
                let split = MLKEM768.seedByteCount
                return try unsafe (
                    MLKEM768.privateKey(seed: UnsafeRawBufferPointer(rebasing: bytes[..<split])),
                    Curve25519.KeyAgreement.PrivateKey(
                        rawRepresentation: UnsafeRawBufferPointer(rebasing: bytes[split...]))
                )
            }
            publicKey = PublicKey(
                mlkem: mlkem, x25519: x25519.publicKey,
                rawRepresentation: try mlkem.octets("pub", count: MLKEM768.publicKeyByteCount)
                    + x25519.publicKey.rawRepresentation)
        }

        /// The seed, 32 bytes. A copy that nothing wipes: hand it to a key store and let it go.
        public var seedRepresentation: Data { unsafe seed.withUnsafeBytes { unsafe Data($0) } }

        /// The secret that was encapsulated (draft, section 5.5).
        ///
        /// A forged ciphertext gives an unrelated secret and no error (FIPS 203, section 6.3): what is opened
        /// with the secret tells.
        /// - Throws: `CryptoKitError.incorrectParameterSize` unless there are 1,120 bytes; `CryptoKitError` where
        ///   the X25519 share in them is of small order.
        public func decapsulate(_ encapsulated: Data) throws -> SymmetricKey {
            guard encapsulated.count == ciphertextByteCount else { throw CryptoKitError.incorrectParameterSize }
            let share = encapsulated.suffix(Curve25519.byteCount).copied()
            let lattice = try unsafe encapsulated.dropLast(Curve25519.byteCount).withContiguousBytes {
                try unsafe MLKEM768.decapsulate($0, with: mlkem)
            }
            let curve = try x25519.sharedSecretFromKeyAgreement(with: .init(rawRepresentation: share))
            return combine(lattice, curve, share: share, recipient: publicKey.x25519.rawRepresentation)
        }
    }
}
