import CLibCrypto
import FoundationEssentials

extension RSA.Signing {
    /// A private key of 2048 bits or more.
    public struct PrivateKey: Sendable {
        let key: KeyHandle

        /// Generates a key. Blocks the calling thread for tens or hundreds of milliseconds.
        /// - Parameter bitCount: the length of the modulus in bits: 2048, 3072 or 4096.
        /// - Throws: `CryptoKitError.incorrectKeySize` for another length.
        public init(bitCount: Int32 = 2048) throws {
            guard [2048, 3072, 4096].contains(bitCount) else { throw CryptoKitError.incorrectKeySize }
            key = try unsafe KeyHandle.generate(LibCrypto.unwrap(EVP_PKEY_CTX_new_from_name(nil, "RSA", nil))) {
                try unsafe LibCrypto.check(EVP_PKEY_CTX_set_rsa_keygen_bits($0, bitCount))
            }
        }

        /// Reads PKCS #8 (RFC 5958) in DER.
        /// - Throws: `CryptoKitError.underlyingCoreCryptoError` for bytes that cannot be read; `invalidParameter` for
        ///   another kind of key or trailing bytes; `incorrectKeySize` for less than 2048 bits.
        public init<D: DataProtocol>(derRepresentation: D) throws {
            key = try unsafe derRepresentation.withContiguousBytes { der in
                var next: UnsafePointer<UInt8>? = unsafe der.octets
                let key = try unsafe KeyHandle(
                    owning: LibCrypto.unwrap(d2i_AutoPrivateKey_ex(nil, &next, der.count, nil, nil)))
                guard unsafe next == der.octets + der.count else { throw CryptoKitError.invalidParameter }
                return try Self.checked(key)
            }
        }

        /// Reads PKCS #8 in PEM (RFC 7468, section 10), without encryption.
        /// - Throws: `CryptoKitError.underlyingCoreCryptoError` for a text that cannot be read, or a key protected by a
        ///   password; `invalidParameter` for another kind of key; `incorrectKeySize` for less than 2048 bits.
        public init(pemRepresentation: String) throws {
            var pem = pemRepresentation
            // A memory BIO borrows the bytes, so the whole reading is inside the closure.
            key = try pem.withUTF8 { bytes in
                guard let count = Int32(exactly: bytes.count) else { throw CryptoKitError.incorrectParameterSize }
                let bio = try unsafe LibCrypto.unwrap(BIO_new_mem_buf(bytes.baseAddress, count))
                defer { unsafe BIO_free(bio) }
                // The callback returns no password, instead of asking on the terminal.
                let key = try unsafe KeyHandle(
                    owning: LibCrypto.unwrap(
                        PEM_read_bio_PrivateKey_ex(bio, nil, { _, _, _, _ in 0 }, nil, nil, nil)))
                return try Self.checked(key)
            }
        }

        /// PKCS #8 in PEM, without encryption. The copy is not wiped: store it and release it.
        public var pemRepresentation: String {
            get throws {
                let bio = try unsafe LibCrypto.unwrap(BIO_new(BIO_s_secmem()))
                defer { unsafe BIO_free(bio) }
                try unsafe key.withPointer {
                    try unsafe LibCrypto.check(PEM_write_bio_PKCS8PrivateKey(bio, $0, nil, nil, 0, nil, nil))
                }
                var bytes: UnsafeMutablePointer<CChar>?
                let count = unsafe xign_bio_memory(bio, &bytes)
                return unsafe String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
            }
        }

        /// The public key, which shares the key object.
        public var publicKey: PublicKey { PublicKey(key: key) }

        /// Signs the SHA-256 digest of `data`; the signature has the length of the modulus.
        /// - Throws: `CryptoKitError.underlyingCoreCryptoError` where memory is exhausted.
        public func signature<D: DataProtocol>(for data: D, padding: Padding = .pkcs1v1_5) throws -> Data {
            try signature(for: SHA256.hash(data: data), padding: padding)
        }

        /// Signs a digest.
        /// - Throws: `CryptoKitError.underlyingCoreCryptoError` where memory is exhausted.
        public func signature(for digest: SHA256Digest, padding: Padding = .pkcs1v1_5) throws -> Data {
            try unsafe digest.withUnsafeBytes {
                try unsafe key.sign(digest: $0, maximum: RSA.byteCount(key)) {
                    try unsafe RSA.configure($0, padding)
                }
            }
        }

        private static func checked(_ key: KeyHandle) throws -> KeyHandle {
            guard unsafe key.withPointer({ unsafe EVP_PKEY_is_a($0, "RSA") }) == 1 else {
                throw CryptoKitError.invalidParameter
            }
            guard unsafe key.withPointer({ unsafe EVP_PKEY_get_bits($0) }) >= minimumBitCount else {
                throw CryptoKitError.incorrectKeySize
            }
            return key
        }
    }
}
