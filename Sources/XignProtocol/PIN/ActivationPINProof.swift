import XignCrypto

/// A proof that the device knows the activation PIN, without sending it (protocol.md, section 4).
public enum ActivationPINProof {
    /// The cost of a guess at the PIN.
    public struct Stretching: Sendable {
        /// The cost that both sides agree on.
        public static let standard = Stretching(rounds: 600_000)

        /// The iterations of PBKDF2.
        let rounds: Int

        /// Other numbers than the standard's are for tests.
        package init(rounds: Int) { self.rounds = rounds }
    }

    /// Computes the proof, 32 bytes. Blocks the calling thread for some hundred milliseconds.
    ///
    ///     salt  = SHA-256("xign/1 activation salt" || activation id)[0..<16]
    ///     proof = HMAC(activation secret, "xign/1 activation pin" || activation id || PBKDF2(PIN, salt, 600,000, 32))
    /// - Throws: `CryptoKitError` where the key derivation fails.
    public static func compute(
        pin: PIN, secret: SecretOctets, activation: ActivationID, stretching: Stretching = .standard
    ) throws -> SecretOctets {
        var saltInput = ByteWriter(label: "xign/1 activation salt")
        saltInput.append(activation.bytes)
        let salt = Array(SHA256.hash(data: saltInput.bytes).prefix(16))
        let stretched = try PBKDF2.deriveKey(
            from: pin, salt: salt, using: SHA256.self, rounds: stretching.rounds, outputByteCount: 32)
        var message = ByteWriter(label: "xign/1 activation pin")
        message.append(activation.bytes)
        var code = HMAC<SHA256>(key: SymmetricKey(data: secret.bytes))
        code.update(data: message.bytes)
        // Read in place: a copy would stay in memory, and a guess could be compared with it.
        stretched.withUnsafeBytes { code.update(data: $0) }
        return SecretOctets(code.finalize())
    }
}
