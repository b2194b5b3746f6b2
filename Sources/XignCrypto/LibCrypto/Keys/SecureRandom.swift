import FoundationEssentials
import Glibc

/// A source of random bytes: the kernel's generator (getrandom(2)). CryptoKit does not have it; this module adds it on
/// Apple's systems.
///
/// It keeps no state, so nothing can be read from memory later or be duplicated by a fork. For the few bytes of a token
/// it takes a third of the time of libcrypto's generator.
public enum SecureRandom {
    /// The most bytes that getentropy(3) returns at once.
    private static let bytesPerCall = 256

    /// Fills `buffer`. Ends the process where the system has no randomness, as CryptoKit does.
    public static func fill(_ buffer: UnsafeMutableRawBufferPointer) {
        for start in stride(from: 0, to: buffer.count, by: bytesPerCall) {
            let part = unsafe buffer[start..<min(start + bytesPerCall, buffer.count)]
            guard unsafe getentropy(UnsafeMutableRawBufferPointer(rebasing: part).baseAddress, part.count) == 0 else {
                // This happens only if the kernel lacks getrandom(2) or denies it to this process. The interface, which
                // is CryptoKit's, cannot throw, and continuing would make keys from the previous contents of the
                // buffer.
                fatalError("the system gives no random bytes: error \(errno)")
            }
        }
    }

    /// Draws `count` random bytes for tokens, nonces and salts. For keys use ``SymmetricKey``, which wipes them.
    public static func bytes(count: Int) -> Data {
        unsafe Data(count: count, filledBy: fill)
    }
}
