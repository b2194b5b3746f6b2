import FoundationEssentials
import Glibc

/// Random bytes from the kernel's generator (getrandom(2)). Not in CryptoKit; the same interface is on Apple's systems.
///
/// Nothing is kept between calls, so nothing can be read from memory later or be there twice after a fork. For the few bytes
/// of a token it also takes a third of the time of libcrypto's generator.
public enum SecureRandom {
    /// getentropy(3) gives no more at once.
    private static let bytesPerCall = 256

    /// Fills `buffer`; ends the process where there is no randomness, as CryptoKit does.
    public static func fill(_ buffer: UnsafeMutableRawBufferPointer) {
        for start in stride(from: 0, to: buffer.count, by: bytesPerCall) {
            let part = unsafe buffer[start..<min(start + bytesPerCall, buffer.count)]
            guard unsafe getentropy(UnsafeMutableRawBufferPointer(rebasing: part).baseAddress, part.count) == 0 else {
                // Only where the kernel has no getrandom(2), or forbids it to this process. Whoever asked cannot be told, as in
                // CryptoKit's interface, and to go on would make keys out of what the buffer held.
                fatalError("the system gives no random bytes: error \(errno)")
            }
        }
    }

    /// `count` random bytes, fit for tokens, nonces and salts. Keys are made by ``SymmetricKey``, which
    /// wipes them.
    public static func bytes(count: Int) -> Data {
        unsafe Data(count: count, filledBy: fill)
    }
}
