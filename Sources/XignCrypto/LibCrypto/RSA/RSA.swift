import CLibCrypto
import FoundationEssentials

/// Signatures with RSA and SHA-256 (RFC 8017, section 8): RS256 and PS256 of JWS (RFC 7518, sections 3.3 and 3.5).
///
/// Only on Linux, for identity tokens of relying parties that accept nothing else (OpenID Connect Core, section 15.1):
/// CryptoKit has no RSA, and devices need none. Keys may be used by any number of threads.
public enum RSA {
    /// The keys for signatures.
    public enum Signing {
        static let minimumBitCount: Int32 = 2048

        /// The encoding of a digest within a signature.
        public enum Padding: Sendable {
            /// RSASSA-PKCS1-v1_5 (RFC 8017, section 8.2): RS256.
            case pkcs1v1_5
            /// RSASSA-PSS (RFC 8017, section 8.1) with MGF1 of SHA-256 and a salt of 32 bytes: PS256.
            case pss
        }
    }

    /// Returns the length of the modulus, and so of a signature, in bytes.
    static func byteCount(_ key: KeyHandle) -> Int { Int(unsafe key.withPointer { unsafe EVP_PKEY_get_size($0) }) }

    /// Sets padding and digest of a context for signing or verification.
    static func configure(_ context: OpaquePointer, _ padding: Signing.Padding) throws {
        let sha256 = unsafe DigestAlgorithm.sha256.pointer
        switch padding {
        case .pkcs1v1_5: try unsafe LibCrypto.check(EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING))
        case .pss:
            try unsafe LibCrypto.check(EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PSS_PADDING))
            try unsafe LibCrypto.check(EVP_PKEY_CTX_set_rsa_mgf1_md(context, sha256))
            // Exactly this length, also for verification (RFC 7518, section 3.5).
            try unsafe LibCrypto.check(EVP_PKEY_CTX_set_rsa_pss_saltlen(context, RSA_PSS_SALTLEN_DIGEST))
        }
        try unsafe LibCrypto.check(EVP_PKEY_CTX_set_signature_md(context, sha256))
    }
}
