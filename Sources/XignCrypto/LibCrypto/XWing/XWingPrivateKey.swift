import FoundationEssentials

extension XWingMLKEM768X25519 {
    /// A private key: a seed of 32 bytes, and the keys expanded from it.
    public struct PrivateKey: Sendable {
        private let seed: SecureBytes
        private let mlkem: KeyHandle
        private let x25519: Curve25519.KeyAgreement.PrivateKey

        /// The public key.
        public let publicKey: PublicKey

        /// Generates a random key.
        /// - Throws: `CryptoKitError.underlyingCoreCryptoError` where X-Wing is not available.
        public init() throws {
            try unsafe self.init(seed: SecureBytes(count: seedByteCount, filledBy: SecureRandom.fill))
        }

        /// Generates a random key.
        /// - Throws: `CryptoKitError.underlyingCoreCryptoError` where X-Wing is not available.
        public static func generate() throws -> PrivateKey { try PrivateKey() }

        /// Expands a seed to a key.
        /// - Parameters:
        ///   - seedRepresentation: 32 bytes.
        ///   - publicKey: the expected public key, or nil.
        /// - Throws: `CryptoKitError.incorrectKeySize` for another length; `invalidParameter` where the public key
        ///   differs; `underlyingCoreCryptoError` where X-Wing is not available.
        public init<D: DataProtocol>(seedRepresentation: D, publicKey: PublicKey?) throws {
            try self.init(seed: unsafe seedRepresentation.withContiguousBytes { unsafe SecureBytes(copying: $0) })
            if let publicKey, publicKey.rawRepresentation != self.publicKey.rawRepresentation {
                throw CryptoKitError.invalidParameter
            }
        }

        /// Expands the seed by SHAKE-256 to d, z and the X25519 scalar (draft, section 5.2).
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

        /// The seed, 32 bytes. The copy is not wiped: store it and release it.
        public var seedRepresentation: Data { unsafe seed.withUnsafeBytes { unsafe Data($0) } }

        /// Returns the encapsulated secret (draft, section 5.5).
        ///
        /// A forged ciphertext gives an unrelated secret and no error (FIPS 203, section 6.3); a message sealed with
        /// the real secret then does not open.
        /// - Throws: `CryptoKitError.incorrectParameterSize` unless there are 1,120 bytes; `CryptoKitError` where the
        ///   X25519 share in them is of small order.
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
