import CLibCrypto
import FoundationEssentials

/// PBKDF2 with HMAC (RFC 8018, section 5.2). CryptoKit does not have it; this module adds it on Apple's systems.
public enum PBKDF2 {
    /// Stretches a password into a key. Blocks the calling thread for a time proportional to `rounds`.
    /// - Parameters:
    ///   - password: any number of bytes, also none.
    ///   - salt: random bytes; at least 8 by RFC 8018, section 4.1, and 16 by SP 800-132.
    ///   - hash: the hash function of HMAC.
    ///   - rounds: the number of iterations, 1 to 2^31 - 1.
    ///   - outputByteCount: the length of the key in bytes, at least 1.
    /// - Throws: `CryptoKitError.incorrectParameterSize` for a parameter out of range.
    public static func deriveKey<H: HashFunction, P: ContiguousBytes, S: ContiguousBytes>(
        from password: P, salt: S, using hash: H.Type, rounds: Int, outputByteCount: Int
    ) throws -> SymmetricKey {
        guard let rounds = Int32(exactly: rounds), rounds > 0,
            let outputLength = Int32(exactly: outputByteCount), outputLength > 0
        else { throw CryptoKitError.incorrectParameterSize }
        return SymmetricKey(
            try unsafe SecureBytes(count: outputByteCount) { output in
                try unsafe password.withUnsafeBytes { password in
                    try unsafe salt.withUnsafeBytes { salt in
                        guard let passwordLength = Int32(exactly: password.count),
                            let saltLength = Int32(exactly: salt.count)
                        else { throw CryptoKitError.incorrectParameterSize }
                        try unsafe LibCrypto.check(
                            PKCS5_PBKDF2_HMAC(
                                password.characters, passwordLength, salt.octets, saltLength, rounds,
                                H._algorithm.pointer, outputLength, output.octets))
                    }
                }
            })
    }
}
