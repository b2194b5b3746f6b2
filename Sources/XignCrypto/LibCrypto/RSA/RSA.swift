import CLibCrypto
import FoundationEssentials

/// RSASSA-PKCS1-v1_5 with SHA-256 (RFC 8017, section 8.2), RS256 of JWS (RFC 7518, section 3.3).
///
/// Only on Linux, for identity tokens of relying parties that accept nothing else (OpenID Connect Core, section 15.1):
/// CryptoKit has no RSA, and devices need none. Keys may be used by any number of threads.
public enum RSA {
    /// The keys for signatures.
    public enum Signing {
        static let minimumBitCount: Int32 = 2048
    }

    /// Returns the length of the modulus, and so of a signature, in bytes.
    static func byteCount(_ key: KeyHandle) -> Int { Int(unsafe key.withPointer { unsafe EVP_PKEY_get_size($0) }) }

    /// Sets padding and digest of a context for signing or verification.
    static func configure(_ context: OpaquePointer) throws {
        try unsafe LibCrypto.check(EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING))
        try unsafe LibCrypto.check(EVP_PKEY_CTX_set_signature_md(context, DigestAlgorithm.sha256.pointer))
    }
}
