import CLibCrypto
import FoundationEssentials

/// scrypt (RFC 7914), a password hash that is expensive in memory and time. Only on Linux: Apple's systems do not have
/// it, and device code there uses ``PBKDF2``.
public enum Scrypt {
    /// The largest memory of a derivation in bytes: 1 GiB.
    ///
    /// The parameters are often read from a file beside the key. An attacker who can write there must not be able to
    /// exhaust the machine.
    public static let maximumMemoryByteCount = 1 << 30

    /// Stretches a password into a key. Blocks the calling thread: for a cost of 2^15 about a tenth of a second.
    /// - Parameters:
    ///   - password: any number of bytes, also none.
    ///   - salt: random bytes, 16 or more.
    ///   - cost: N, a power of two and at least 2; the memory is `128 * cost * blockSize` bytes.
    ///   - blockSize: r, at least 1; commonly 8.
    ///   - parallelism: p, at least 1, computed sequentially by libcrypto. `blockSize * parallelism` is at most 2^30 -
    ///     1 (RFC 7914, section 2).
    ///   - outputByteCount: the length of the key in bytes, at least 1.
    /// - Throws: `CryptoKitError.incorrectParameterSize` for a parameter out of range or for more memory than
    ///   ``maximumMemoryByteCount``; `underlyingCoreCryptoError` where libcrypto cannot allocate the memory.
    public static func deriveKey<P: ContiguousBytes, S: ContiguousBytes>(
        from password: P, salt: S, cost: Int, blockSize: Int, parallelism: Int, outputByteCount: Int
    ) throws -> SymmetricKey {
        guard cost > 1, cost & (cost - 1) == 0, blockSize > 0, parallelism > 0, outputByteCount > 0,
            // Compared by division, since the products could overflow.
            cost <= maximumMemoryByteCount / 128 / blockSize,
            parallelism <= maximumMemoryByteCount / 128 / blockSize
        else { throw CryptoKitError.incorrectParameterSize }
        // The memory as libcrypto counts it: the blocks of V, of B and two of scratch. Without this argument it refuses
        // more than 32 MiB. The sum is at most a little more than 2 GiB and cannot overflow.
        let memory = 128 * blockSize * (cost + parallelism + 2)
        return SymmetricKey(
            try unsafe SecureBytes(count: outputByteCount) { output in
                try unsafe password.withUnsafeBytes { password in
                    try unsafe salt.withUnsafeBytes { salt in
                        try unsafe LibCrypto.check(
                            EVP_PBE_scrypt(
                                password.characters, password.count, salt.octets, salt.count, UInt64(cost),
                                UInt64(blockSize), UInt64(parallelism), UInt64(memory), output.octets, output.count))
                    }
                }
            })
    }
}
