import CLibCrypto
import FoundationEssentials

/// Random bytes from libcrypto's generator: one AES-256-CTR DRBG per thread (SP 800-90A), seeded by the
/// kernel. Not in CryptoKit; the same interface is on Apple's systems.
public enum SecureRandom {
    /// Fills `buffer` (at most 2^31 - 1 bytes); ends the process where there is no randomness, as
    /// CryptoKit does.
    public static func fill(_ buffer: UnsafeMutableRawBufferPointer) {
        guard buffer.count > 0 else { return }
        unsafe LibCrypto.require(RAND_priv_bytes(buffer.octets, Int32(buffer.count)))
    }

    /// `count` random bytes, fit for tokens, nonces and salts. Keys are made by ``SymmetricKey``, which
    /// wipes them.
    public static func bytes(count: Int) -> Data {
        unsafe Data(count: count, filledBy: fill)
    }
}
