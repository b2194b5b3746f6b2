import CryptoKit

extension HPKE.Ciphersuite {
    /// X25519 with HKDF-SHA256 and AES-256-GCM (RFC 9180, section 7), which CryptoKit has no constant for.
    // Computed, so that it needs no promise about the type's sendability.
    public static var Curve25519_SHA256_AES_GCM_256: HPKE.Ciphersuite {
        HPKE.Ciphersuite(kem: .Curve25519_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .AES_GCM_256)
    }
}
