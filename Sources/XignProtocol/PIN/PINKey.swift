import XignCrypto

/// The derivation of a signing key from a PIN (protocol.md, section 4).
///
///     s = stretch(PIN, salt)      by the key store: scrypt or PBKDF2, with a cost chosen by the SDK
///     b = bind(s)                 by the key store, with a secret that does not leave the device
///     key = Ed25519 from HKDF-SHA256(b, salt, "xign/1 pin key" || 0x01 || LP(idm) || activation id)
///
/// Stretching comes before binding, so that a guess costs both.
public enum PINKey {
    /// The length of the salt, which the SDK draws for one activation and never changes.
    public static let saltByteCount = 16

    /// Derives the signing key.
    /// - Parameters:
    ///   - bound: b, 32 bytes.
    ///   - salt: 16 bytes.
    /// - Throws: `CryptoKitError.incorrectParameterSize` where the salt has another length.
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

    /// Computes `bind` for the file key store: HMAC-SHA256 with a stored secret of 32 random bytes as key.
    public static func bindInSoftware(stretched: SymmetricKey, secret: SymmetricKey) -> SymmetricKey {
        let code = stretched.withUnsafeBytes { HMAC<SHA256>.authenticationCode(for: $0, using: secret) }
        return SymmetricKey(data: code)
    }

    /// Computes the bind point: the peer's key in the key agreement with an enclave.
    ///
    /// Nobody knows its discrete logarithm, so that the enclave's public key does not suffice to compute the secret.
    /// The point is 02 || x with x = SHA-256("xign/1 bind point" || s || u32 i) for the first i in 0..<64 for which it
    /// is on the curve. All 64 are tried, so that the time does not depend on the PIN.
    /// - Throws: `CryptoKitError.invalidParameter` where none is on the curve, which has a probability of 2^-64.
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
