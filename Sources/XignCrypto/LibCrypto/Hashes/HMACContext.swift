/// HMAC (RFC 2104, section 2) in progress: the inner and the outer hash, with the key already added.
///
/// A copy continues from the state in which it was made, so that one key serves many messages and is hashed once.
///
/// The type is not generic over the hash, since generic code is not specialized for callers in other modules and would
/// take half as long again.
// Not based on `EVP_MAC`, which allocates three digest contexts and looks its digest up by name at each initialization,
// and is about three times slower in OpenSSL 3.0.
struct HMACContext: Sendable {
    private let algorithm: DigestAlgorithm
    private var inner: HashContext
    private var outer: HashContext

    init(key: UnsafeRawBufferPointer, _ algorithm: DigestAlgorithm) {
        self.algorithm = algorithm
        inner = HashContext(algorithm)
        outer = HashContext(algorithm)
        unsafe withScratch(algorithm.blockByteCount) { block in
            unsafe block.initializeMemory(as: UInt8.self, repeating: 0)
            if key.count <= block.count {
                unsafe block.copyMemory(from: key)
            } else {
                unsafe HashContext.hash(key, into: block, algorithm)
            }
            for index in block.indices { unsafe block[index] ^= 0x36 }
            unsafe inner.update(UnsafeRawBufferPointer(block))
            for index in block.indices { unsafe block[index] ^= 0x36 ^ 0x5c }
            unsafe outer.update(UnsafeRawBufferPointer(block))
        }
    }

    /// Adds a part of the message.
    mutating func update(_ bytes: UnsafeRawBufferPointer) { unsafe inner.update(bytes) }

    /// Writes the code of the data so far, followed by the data that `add` adds. The context itself does not change.
    func code(into output: UnsafeMutableRawBufferPointer, adding add: (borrowing HashScratch) -> Void = { _ in }) {
        let scratch = HashScratch()
        scratch.begin(after: inner)
        add(scratch)
        unsafe withScratch(algorithm.byteCount) { digest in
            unsafe scratch.finish(into: digest)
            scratch.begin(after: outer)
            unsafe scratch.update(UnsafeRawBufferPointer(digest))
            unsafe scratch.finish(into: output)
        }
    }

    /// Computes the code of a whole message, given in parts.
    static func code(
        for parts: [UnsafeRawBufferPointer], key: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer,
        _ algorithm: DigestAlgorithm
    ) {
        var context = unsafe HMACContext(key: key, algorithm)
        unsafe parts.forEach { unsafe context.update($0) }
        unsafe context.code(into: output)
    }

    /// Runs HKDF-Expand (RFC 5869, section 2.3) with the key of this context, to which no data must have been added.
    func expand(_ info: UnsafeRawBufferPointer, count: Int) -> SecureBytes {
        unsafe SecureBytes(count: count) { output in
            unsafe withScratch(algorithm.byteCount) { block in
                var filled = 0
                var counter: UInt8 = 1
                while filled < count {
                    unsafe code(into: block) { message in
                        if filled > 0 { unsafe message.update(UnsafeRawBufferPointer(block)) }
                        unsafe message.update(info)
                        unsafe withUnsafeBytes(of: counter) { unsafe message.update($0) }
                    }
                    let used = min(block.count, count - filled)
                    unsafe UnsafeMutableRawBufferPointer(rebasing: output[filled...])
                        .copyMemory(from: UnsafeRawBufferPointer(rebasing: block[..<used]))
                    filled += used
                    counter &+= 1
                }
            }
        }
    }
}
