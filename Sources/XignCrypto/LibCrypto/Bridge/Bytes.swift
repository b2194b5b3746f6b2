import FoundationEssentials

extension DataProtocol {
    /// One contiguous view of the bytes: without a copy for arrays, `Data` and their slices.
    ///
    /// Data made of several regions is copied once; that copy is not wiped, so secrets belong
    /// in ``SymmetricKey``.
    @inline(__always)
    func withContiguousBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        if let result = try withContiguousStorageIfAvailable({ try unsafe body(UnsafeRawBufferPointer($0)) }) {
            return result
        }
        return try unsafe Array(self).withUnsafeBytes(body)
    }

    /// The bytes in a `Data` of their own. `Data(slice)` would keep the slice's indices, which need
    /// not begin at zero.
    func copied() -> Data { unsafe withContiguousBytes { unsafe Data($0) } }
}

extension SymmetricKey {
    /// The bytes where they are not secret, in a `Data` that nothing wipes.
    func copied() -> Data { unsafe withUnsafeBytes { unsafe Data($0) } }
}

extension UnsafeRawBufferPointer {
    /// The bytes as libcrypto takes them. Never nil, for there a nil pointer often means
    /// "no such argument" and not "no bytes".
    var octets: UnsafePointer<UInt8> {
        unsafe (baseAddress ?? Self.nowhere).assumingMemoryBound(to: UInt8.self)
    }

    /// The bytes where C takes them as characters.
    var characters: UnsafePointer<CChar> {
        unsafe UnsafeRawPointer(octets).assumingMemoryBound(to: CChar.self)
    }

    /// Never read, never written, never freed; hence safe to share.
    nonisolated(unsafe) private static let nowhere = UnsafeRawPointer(
        UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1))
}

extension UnsafeMutableRawBufferPointer {
    /// The bytes as libcrypto writes them.
    ///
    /// Only for buffers that cannot be empty: those of a fixed size, or of a message just found to
    /// have bytes. Only an empty buffer has no base address, so the `!` cannot fail there.
    var octets: UnsafeMutablePointer<UInt8> {
        unsafe baseAddress!.assumingMemoryBound(to: UInt8.self)
    }
}

extension Data {
    /// `count` bytes that `body` fills in.
    init(count: Int, filledBy body: (UnsafeMutableRawBufferPointer) throws -> Void) rethrows {
        self.init(count: count)
        try unsafe withUnsafeMutableBytes(body)
    }
}
