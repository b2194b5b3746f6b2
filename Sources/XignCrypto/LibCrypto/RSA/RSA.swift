import CLibCrypto
import FoundationEssentials

/// RSASSA-PKCS1-v1_5 with SHA-256 (RFC 8017, section 8.2), which JWS calls RS256 (RFC 7518, section 3.3).
///
/// On Linux only: for identity tokens of relying parties that take nothing else (OpenID Connect Core,
/// section 15.1). CryptoKit has no RSA, and devices need none. Keys serve any number of threads.
public enum RSA {
    /// Signatures.
    public enum Signing {
        static let minimumBitCount: Int32 = 2048
    }

    /// The bytes of the modulus, and so of a signature.
    static func byteCount(_ key: KeyHandle) -> Int { Int(unsafe key.withPointer { unsafe EVP_PKEY_get_size($0) }) }

    /// Sets padding and digest of a context for signing or verifying.
    static func configure(_ context: OpaquePointer) throws {
        try unsafe LibCrypto.check(EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING))
        try unsafe LibCrypto.check(EVP_PKEY_CTX_set_signature_md(context, DigestAlgorithm.sha256.pointer))
    }
}
