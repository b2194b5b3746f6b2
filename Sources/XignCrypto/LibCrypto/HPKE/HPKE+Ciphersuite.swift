extension HPKE.Ciphersuite {
    /// X25519 with HKDF-SHA256 and AES-256-GCM (RFC 9180, section 7). CryptoKit does not have it; this module adds it
    /// on Apple's systems.
    public static let Curve25519_SHA256_AES_GCM_256 = HPKE.Ciphersuite(
        kem: .Curve25519_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .AES_GCM_256)
}
