import CLibCrypto
import FoundationEssentials

/// scrypt (RFC 7914), a password hash that takes memory as well as time. On Linux only: no part of
/// Apple's systems has it, and device code there uses ``PBKDF2``.
public enum Scrypt {
    /// The most memory that a derivation may take, in bytes: 1 GiB.
    ///
    /// The parameters are often read from a file beside the key. Whoever can write there must not be
    /// able to exhaust the machine.
    public static let maximumMemoryByteCount = 1 << 30

    /// Stretches a password into a key. Blocks the calling thread: for 2^15 about a tenth of a second.
    /// - Parameters:
    ///   - password: May be empty.
    ///   - salt: Random bytes, 16 or more.
    ///   - cost: N, a power of two and at least 2; the memory taken is `128 * cost * blockSize` bytes.
    ///   - blockSize: r, at least 1; commonly 8.
    ///   - parallelism: p, at least 1, which libcrypto works off one after the other. `blockSize *
    ///     parallelism` is at most 2^30 - 1 (RFC 7914, section 2).
    ///   - outputByteCount: The length of the key in bytes, at least 1.
    /// - Throws: `CryptoKitError.incorrectParameterSize` for a parameter out of these bounds or for
    ///   more memory than ``maximumMemoryByteCount``; `underlyingCoreCryptoError` where libcrypto cannot
    ///   have that much memory.
    public static func deriveKey<P: ContiguousBytes, S: ContiguousBytes>(
        from password: P, salt: S, cost: Int, blockSize: Int, parallelism: Int, outputByteCount: Int
    ) throws -> SymmetricKey {
        guard cost > 1, cost & (cost - 1) == 0, blockSize > 0, parallelism > 0, outputByteCount > 0,
            // Compared by division: the products could overflow.
            cost <= maximumMemoryByteCount / 128 / blockSize,
            parallelism <= maximumMemoryByteCount / 128 / blockSize
        else { throw CryptoKitError.incorrectParameterSize }
        // What libcrypto counts: the blocks of V, of B and two of scratch. It refuses more than 32 MiB
        // unless told how much it may take. At most 2 GiB and a little, far from overflow.
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
