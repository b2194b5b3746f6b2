import FoundationEssentials

/// The Advanced Encryption Standard (FIPS 197).
public enum AES {
    /// AES in Galois/counter mode (SP 800-38D), with nonces of 96 bits and tags of 128.
    public enum GCM {
        public typealias Nonce = AEADNonce

        /// An encrypted and authenticated message.
        public struct SealedBox: Sendable {
            let box: AEADBox

            /// Makes a box of its parts.
            /// - Throws: `CryptoKitError.incorrectParameterSize` unless the tag has 16 bytes.
            public init<C: DataProtocol, T: DataProtocol>(nonce: Nonce, ciphertext: C, tag: T) throws {
                box = try AEADBox(nonce: nonce, ciphertext: ciphertext, tag: tag)
            }

            /// Reads the bytes of ``combined``: nonce, ciphertext and tag.
            /// - Throws: `CryptoKitError.incorrectParameterSize` for less than 28 bytes.
            public init<D: DataProtocol>(combined: D) throws {
                box = try AEADBox(parsing: combined)
            }

            init(_ box: AEADBox) { self.box = box }

            public var nonce: Nonce { box.nonce }
            public var ciphertext: Data { box.ciphertext }
            public var tag: Data { box.tag }

            /// Nonce, ciphertext and tag. Optional as in CryptoKit; never nil here.
            public var combined: Data? { box.joined }
        }

        /// Encrypts and authenticates a message.
        /// - Parameters:
        ///   - key: 128, 192 or 256 bits.
        ///   - nonce: must not be used twice with one key, which would reveal both messages. Nil draws a random one;
        ///     then the key must be changed after 2^32 messages (SP 800-38D, section 8.3).
        ///   - data: authenticated but not encrypted; required again to open the box.
        /// - Throws: `CryptoKitError.incorrectKeySize`; `incorrectParameterSize` for 2 GiB and more.
        public static func seal<P: DataProtocol, A: DataProtocol>(
            _ message: P, using key: SymmetricKey, nonce: Nonce? = nil, authenticating data: A
        ) throws -> SealedBox {
            SealedBox(try AEADBox.seal(message, key, nonce ?? Nonce(), data, cipher(for: key)))
        }

        /// Encrypts and authenticates a message without additional data.
        public static func seal<P: DataProtocol>(
            _ message: P, using key: SymmetricKey, nonce: Nonce? = nil
        ) throws -> SealedBox {
            try seal(message, using: key, nonce: nonce, authenticating: [UInt8]())
        }

        /// Decrypts a message and verifies that it was not altered.
        /// - Throws: `CryptoKitError.authenticationFailure` where key, nonce, data, ciphertext or tag differ from those
        ///   that were sealed; `incorrectKeySize`.
        public static func open<A: DataProtocol>(
            _ sealedBox: SealedBox, using key: SymmetricKey, authenticating data: A
        ) throws -> Data {
            try sealedBox.box.open(key, data, cipher(for: key))
        }

        /// Decrypts a message without additional data.
        public static func open(_ sealedBox: SealedBox, using key: SymmetricKey) throws -> Data {
            try open(sealedBox, using: key, authenticating: [UInt8]())
        }

        private static func cipher(for key: SymmetricKey) throws -> CipherAlgorithm {
            switch key.bitCount {
            case 128: .aes128GCM
            case 192: .aes192GCM
            case 256: .aes256GCM
            default: throw CryptoKitError.incorrectKeySize
            }
        }
    }
}
