import XignCrypto

/// How a device shows that it knows the activation PIN without sending it.
public enum ActivationPINProof {
    public static let rounds = 600_000

    /// HMAC-SHA256(activation secret, "xign/1 activation pin" || activation id || PBKDF2-HMAC-SHA256(PIN,
    /// SHA-256("xign/1 activation salt" || activation id)[0..<16], 600,000, 32)). Takes some hundred milliseconds.
    public static func compute(
        pin: PIN, secret: SecretOctets, activation: ActivationID
    ) throws -> SecretOctets {
        var saltInput = ByteWriter(label: "xign/1 activation salt")
        saltInput.append(activation.bytes)
        let salt = Array(SHA256.hash(data: saltInput.bytes).prefix(16))
        let stretched = try PBKDF2.deriveKey(
            from: pin, salt: salt, using: SHA256.self, rounds: rounds, outputByteCount: 32)
        var message = ByteWriter(label: "xign/1 activation pin")
        message.append(activation.bytes)
        var code = HMAC<SHA256>(key: SymmetricKey(data: secret.bytes))
        code.update(data: message.bytes)
        // No copy of what a guess could be compared with.
        stretched.withUnsafeBytes { code.update(data: $0) }
        return SecretOctets(code.finalize())
    }
}
