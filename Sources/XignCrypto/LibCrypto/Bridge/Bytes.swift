import FoundationEssentials

extension DataProtocol {
    /// Calls `body` with one contiguous view of the bytes, without a copy for arrays, `Data` and their slices.
    ///
    /// Data of several regions is copied once. That copy is not wiped, so secrets belong in ``SymmetricKey``.
    @inline(__always)
    func withContiguousBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        if let result = try withContiguousStorageIfAvailable({ try unsafe body(UnsafeRawBufferPointer($0)) }) {
            return result
        }
        return try unsafe Array(self).withUnsafeBytes(body)
    }

    /// Copies the bytes into a new `Data`. `Data(slice)` would keep the slice's indices, which need not begin at zero.
    func copied() -> Data { unsafe withContiguousBytes { unsafe Data($0) } }
}

extension SymmetricKey {
    /// Copies the bytes into a `Data` that nothing wipes: for values that are not secret.
    func copied() -> Data { unsafe withUnsafeBytes { unsafe Data($0) } }
}

extension UnsafeRawBufferPointer {
    /// A pointer to the bytes for libcrypto. It is never nil, which would often mean "no such argument" and not "no
    /// bytes".
    var octets: UnsafePointer<UInt8> {
        unsafe (baseAddress ?? Self.nowhere).assumingMemoryBound(to: UInt8.self)
    }

    /// A pointer to the bytes for C functions that take characters.
    var characters: UnsafePointer<CChar> {
        unsafe UnsafeRawPointer(octets).assumingMemoryBound(to: CChar.self)
    }

    /// An address for empty buffers. It is never read, written or freed, and therefore safe to share.
    nonisolated(unsafe) private static let nowhere = UnsafeRawPointer(
        UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1))
}

extension UnsafeMutableRawBufferPointer {
    /// A pointer to the bytes for libcrypto to write to.
    ///
    /// The buffer must not be empty: it has a fixed size, or the size of a message that is not empty. Only an empty
    /// buffer has no base address, so the `!` cannot fail.
    var octets: UnsafeMutablePointer<UInt8> {
        unsafe baseAddress!.assumingMemoryBound(to: UInt8.self)
    }
}

extension Data {
    /// Makes `count` bytes that `body` fills.
    init(count: Int, filledBy body: (UnsafeMutableRawBufferPointer) throws -> Void) rethrows {
        self.init(count: count)
        try unsafe withUnsafeMutableBytes(body)
    }
}
