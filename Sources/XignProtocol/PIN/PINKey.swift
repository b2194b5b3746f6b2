import XignCrypto

/// The signing key that a PIN becomes (protocol.md, section 4).
///
///     s = stretch(PIN, salt)      the key store's: scrypt or PBKDF2, with a cost of the SDK's own
///     b = bind(s)                 the key store's: takes a secret that does not leave the device
///     key = Ed25519 from HKDF-SHA256(b, salt, "xign/1 pin key" || 0x01 || LP(idm) || activation id)
///
/// First stretched, then bound, so that a guess costs both.
public enum PINKey {
    /// Of the salt, drawn by the SDK for one activation and constant for its life.
    public static let saltByteCount = 16

    /// - Parameters:
    ///   - bound: b, 32 bytes.
    ///   - salt: 16 bytes.
    /// - Throws: `CryptoKitError` where the salt has another length.
    public static func derive(
        bound: SymmetricKey, salt: [UInt8], idmIdentifier: String, activation: ActivationID
    ) throws -> Curve25519.Signing.PrivateKey {
        guard salt.count == saltByteCount else { throw CryptoKitError.incorrectParameterSize }
        var info = ByteWriter(label: "xign/1 pin key")
        info.append([1])
        info.appendLengthPrefixed(idmIdentifier)
        info.append(activation.bytes)
        let seed = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: bound, salt: salt, info: info.bytes, outputByteCount: 32)
        return try seed.withUnsafeBytes { try Curve25519.Signing.PrivateKey(rawRepresentation: $0) }
    }

    /// `bind` of the file key store: HMAC-SHA256 with 32 stored random bytes.
    public static func bindInSoftware(stretched: SymmetricKey, secret: SymmetricKey) -> SymmetricKey {
        let code = stretched.withUnsafeBytes { HMAC<SHA256>.authenticationCode(for: $0, using: secret) }
        return SymmetricKey(data: code)
    }

    /// The point that an enclave's key agreement is asked with: its discrete logarithm is known to nobody, so that the
    /// enclave's public key does not suffice to compute the secret.
    ///
    /// x = SHA-256("xign/1 bind point" || s || u32 i) as the compressed point 02||x, for i in 0..<64; all are tried, the
    /// first that is on the curve is taken. Missing all of them has a probability of 2^-64.
    public static func bindPoint(stretched: SymmetricKey) throws -> P256.KeyAgreement.PublicKey {
        var found: P256.KeyAgreement.PublicKey?
        for index in UInt32(0)..<64 {
            var hash = SHA256()
            hash.update(data: ByteWriter(label: "xign/1 bind point").bytes)
            stretched.withUnsafeBytes { hash.update(data: $0) }
            withUnsafeBytes(of: index.bigEndian) { hash.update(data: $0) }
            let point = try? P256.KeyAgreement.PublicKey(compressedRepresentation: [2] + hash.finalize())
            if found == nil { found = point }
        }
        guard let found else { throw CryptoKitError.invalidParameter }
        return found
    }
}
