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
            from: pin.digits, salt: salt, using: SHA256.self, rounds: rounds, outputByteCount: 32)
        var message = ByteWriter(label: "xign/1 activation pin")
        message.append(activation.bytes)
        stretched.withUnsafeBytes { message.append(Array($0)) }
        let code = HMAC<SHA256>.authenticationCode(for: message.bytes, using: SymmetricKey(data: secret.bytes))
        return SecretOctets(code)
    }
}
