/// HMAC (RFC 2104, section 2) in progress: the two hashes, each with the key in it already. A value: copies go on from where they
/// were made, so one key serves many messages and is hashed once.
///
/// Not generic over the hash, as ``HMAC`` is: generic code that other modules call is compiled for no hash in particular, which
/// takes half as long again.
// Written over the digest and not over `EVP_MAC`: that allocates three digest contexts and looks
// its digest up by name at each initialisation, and is about three times slower in OpenSSL 3.0.
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

    /// The code, as many bytes as the hash has, of what was added so far and of what `add` adds behind it; to the context nothing is
    /// added.
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

    /// The code of a whole message, given in parts.
    static func code(
        for parts: [UnsafeRawBufferPointer], key: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer,
        _ algorithm: DigestAlgorithm
    ) {
        var context = unsafe HMACContext(key: key, algorithm)
        unsafe parts.forEach { unsafe context.update($0) }
        unsafe context.code(into: output)
    }

    /// HKDF-Expand (RFC 5869, section 2.3) with this context's key, which nothing must have been added to.
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
