import CLibCrypto
import FoundationEssentials

/// Immutable secret bytes on the heap, wiped when the last reference is released.
///
/// A Swift array cannot guarantee this: it is copied on write, on growth and on bridging, and its copies are freed
/// without wiping.
// Sendable: nothing writes to the memory once `init` has returned.
@safe final class SecureBytes: ContiguousBytes, @unchecked Sendable {
    let count: Int
    private let base: UnsafeMutableRawPointer

    /// Makes `count` bytes that `body` fills. If `body` throws, the bytes are wiped.
    init(count: Int, filledBy body: (UnsafeMutableRawBufferPointer) throws -> Void) rethrows {
        self.count = count
        unsafe base = .allocate(byteCount: max(count, 1), alignment: 16)
        try unsafe body(UnsafeMutableRawBufferPointer(start: base, count: count))
    }

    /// Copies bytes; the caller wipes the original.
    convenience init(copying bytes: UnsafeRawBufferPointer) {
        unsafe self.init(count: bytes.count) { unsafe $0.copyMemory(from: bytes) }
    }

    deinit {
        unsafe OPENSSL_cleanse(base, count)
        unsafe base.deallocate()
    }

    func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try unsafe body(UnsafeRawBufferPointer(start: base, count: count))
    }
}

/// Calls `body` with `count` bytes of scratch memory, and wipes them when it returns or throws.
func withScratch<R>(_ count: Int, _ body: (UnsafeMutableRawBufferPointer) throws -> R) rethrows -> R {
    try unsafe withUnsafeTemporaryAllocation(byteCount: count, alignment: 16) { scratch in
        defer { unsafe OPENSSL_cleanse(scratch.baseAddress, scratch.count) }
        return try unsafe body(scratch)
    }
}
