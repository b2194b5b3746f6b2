import Darwin
import Foundation

/// A source of random bytes: the system's generator. The same interface exists on Linux.
public enum SecureRandom {
    /// Fills `buffer`. It cannot fail, since the kernel seeds `arc4random_buf`.
    public static func fill(_ buffer: UnsafeMutableRawBufferPointer) {
        guard let address = buffer.baseAddress else { return }
        arc4random_buf(address, buffer.count)
    }

    /// Draws `count` random bytes for tokens, nonces and salts. For keys use `SymmetricKey`, which wipes them.
    public static func bytes(count: Int) -> Data {
        var bytes = Data(count: count)
        bytes.withUnsafeMutableBytes { fill($0) }
        return bytes
    }
}
