import Darwin
import Foundation

/// Random bytes from the system's generator. The same interface is on Linux.
public enum SecureRandom {
    /// Fills `buffer`. Cannot fail: `arc4random_buf` is seeded by the kernel.
    public static func fill(_ buffer: UnsafeMutableRawBufferPointer) {
        guard let address = buffer.baseAddress else { return }
        arc4random_buf(address, buffer.count)
    }

    /// `count` random bytes, fit for tokens, nonces and salts. Keys are made by `SymmetricKey`, which wipes them.
    public static func bytes(count: Int) -> Data {
        var bytes = Data(count: count)
        bytes.withUnsafeMutableBytes { fill($0) }
        return bytes
    }
}
