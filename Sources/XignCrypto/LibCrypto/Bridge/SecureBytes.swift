import CLibCrypto
import FoundationEssentials

/// Immutable secret bytes on the heap, wiped when the last reference goes.
///
/// A Swift array cannot promise that: it is copied on write, on growth and on bridging, and each
/// copy is freed as it is.
// Sendable: nothing writes to the memory once `init` has returned.
@safe final class SecureBytes: ContiguousBytes, @unchecked Sendable {
    let count: Int
    private let base: UnsafeMutableRawPointer

    /// Bytes that `body` fills in. Where it throws, what it wrote is wiped.
    init(count: Int, filledBy body: (UnsafeMutableRawBufferPointer) throws -> Void) rethrows {
        self.count = count
        unsafe base = .allocate(byteCount: max(count, 1), alignment: 16)
        try unsafe body(UnsafeMutableRawBufferPointer(start: base, count: count))
    }

    /// A copy; wiping the original is its owner's duty.
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

/// Lends `count` bytes of scratch memory to `body` and wipes them after it, however it ends.
func withScratch<R>(_ count: Int, _ body: (UnsafeMutableRawBufferPointer) throws -> R) rethrows -> R {
    try unsafe withUnsafeTemporaryAllocation(byteCount: count, alignment: 16) { scratch in
        defer { unsafe OPENSSL_cleanse(scratch.baseAddress, scratch.count) }
        return try unsafe body(scratch)
    }
}
