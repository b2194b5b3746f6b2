import FoundationEssentials

/// ChaCha20-Poly1305 (RFC 8439).
public enum ChaChaPoly {
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
        /// Nonce, ciphertext and tag.
        public var combined: Data { box.joined }
    }

    /// Encrypts and authenticates a message.
    /// - Parameters:
    ///   - key: 256 bits.
    ///   - nonce: must not be used twice with one key, which would reveal both messages. Nil draws a random one.
    ///   - data: authenticated but not encrypted; required again to open the box.
    /// - Throws: `CryptoKitError.incorrectKeySize`; `incorrectParameterSize` for 2 GiB and more.
    public static func seal<P: DataProtocol, A: DataProtocol>(
        _ message: P, using key: SymmetricKey, nonce: Nonce? = nil, authenticating data: A
    ) throws -> SealedBox {
        SealedBox(try AEADBox.seal(message, key, nonce ?? Nonce(), data, .chaCha20Poly1305))
    }

    /// Decrypts a message and verifies that it was not altered.
    /// - Throws: `CryptoKitError.authenticationFailure` where key, nonce, data, ciphertext or tag differ from those
    ///   that were sealed; `incorrectKeySize`.
    public static func open<A: DataProtocol>(
        _ sealedBox: SealedBox, using key: SymmetricKey, authenticating data: A
    ) throws -> Data {
        try sealedBox.box.open(key, data, .chaCha20Poly1305)
    }
}
