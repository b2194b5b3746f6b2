import CLibCrypto

/// A message digest, fetched from its provider once per process.
///
/// `EVP_sha256()` and similar functions return only names, for which OpenSSL 3.0 repeats the provider look-up, under a
/// lock, at every initialization. Fetched objects are immutable and reference-counted.
///
/// The type is public only because ``HashFunction`` names it; it has no public interface.
// Sendable: the pointer is set once and OpenSSL only reads a fetched algorithm (and counts its
// references atomically). Never freed: the instances below live as long as the process.
@safe public struct DigestAlgorithm: @unchecked Sendable {
    let pointer: OpaquePointer
    let blockByteCount: Int
    let byteCount: Int

    init(_ name: String) {
        unsafe pointer = unsafe LibCrypto.require(EVP_MD_fetch(nil, name, nil))
        blockByteCount = unsafe Int(EVP_MD_get_block_size(pointer))
        byteCount = unsafe Int(EVP_MD_get_size(pointer))
    }

    static let sha1 = DigestAlgorithm("SHA1")
    static let sha256 = DigestAlgorithm("SHA2-256")
    static let sha384 = DigestAlgorithm("SHA2-384")
    static let sha512 = DigestAlgorithm("SHA2-512")
    static let sha3_256 = DigestAlgorithm("SHA3-256")
    static let shake256 = DigestAlgorithm("SHAKE-256")
}

/// An authenticated cipher, fetched once per process.
// Sendable for the reasons given at `DigestAlgorithm`.
@safe struct CipherAlgorithm: @unchecked Sendable {
    let pointer: OpaquePointer
    let keyByteCount: Int

    private init(_ name: String, keyByteCount: Int) {
        unsafe pointer = unsafe LibCrypto.require(EVP_CIPHER_fetch(nil, name, nil))
        self.keyByteCount = keyByteCount
    }

    static let aes128GCM = CipherAlgorithm("AES-128-GCM", keyByteCount: 16)
    static let aes192GCM = CipherAlgorithm("AES-192-GCM", keyByteCount: 24)
    static let aes256GCM = CipherAlgorithm("AES-256-GCM", keyByteCount: 32)
    static let chaCha20Poly1305 = CipherAlgorithm("ChaCha20-Poly1305", keyByteCount: 32)
}
