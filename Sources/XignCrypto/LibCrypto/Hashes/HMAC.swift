import CLibCrypto
import FoundationEssentials

/// A message authentication code (RFC 2104). Equality takes constant time.
///
/// As many bytes as the hash has; read them with `withUnsafeBytes` or as a sequence.
public struct HashedAuthenticationCode<H: HashFunction>: Hashable, ContiguousBytes, Sequence, Sendable {
    let digest: H.Digest

    /// The number of bytes: the digest's.
    public var byteCount: Int { H.Digest.byteCount }

    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try unsafe digest.withUnsafeBytes(body)
    }

    public func makeIterator() -> Array<UInt8>.Iterator {
        unsafe withUnsafeBytes { unsafe Array($0) }.makeIterator()
    }
}

/// HMAC (RFC 2104, section 2) over any ``HashFunction``.
///
/// Nothing here throws: keys and messages of any length are taken.
// Written over the digest and not over `EVP_MAC`: that allocates three digest contexts and looks
// its digest up by name at each initialisation, and is about three times slower in OpenSSL 3.0.
public struct HMAC<H: HashFunction>: Sendable {
    public typealias Key = SymmetricKey
    public typealias MAC = HashedAuthenticationCode<H>

    /// The key as one block of the hash.
    private let block: SecureBytes
    private var context = HashContext(H._algorithm)

    /// Begins a code; `update` adds the message, `finalize` gives the result.
    /// - Parameter key: Of any length; RFC 2104, section 3, asks for that of the hash at least.
    public init(key: SymmetricKey) {
        block = unsafe SecureBytes(count: H.blockByteCount) { block in
            unsafe key.withUnsafeBytes { unsafe Self.fill(block, with: $0) }
        }
        unsafe block.withUnsafeBytes { unsafe Self.update(&context, with: $0, xor: 0x36) }
    }

    /// Adds a part of the message.
    public mutating func update<D: DataProtocol>(data: D) {
        for region in data.regions { unsafe region.withUnsafeBytes { unsafe context.update($0) } }
    }

    /// The code of the message so far. More may be added afterwards.
    public func finalize() -> MAC {
        var copy = context
        return unsafe block.withUnsafeBytes { unsafe Self.finish(&copy, with: $0) }
    }

    /// The code of a whole message.
    public static func authenticationCode<D: DataProtocol>(for data: D, using key: SymmetricKey) -> MAC {
        unsafe data.withContiguousBytes { bytes in
            unsafe key.withUnsafeBytes { unsafe code(for: [bytes], key: $0) }
        }
    }

    /// Whether `code` is the message's, compared in constant time. A shortened code is not valid.
    public static func isValidAuthenticationCode<C: ContiguousBytes, D: DataProtocol>(
        _ code: C, authenticating data: D, using key: SymmetricKey
    ) -> Bool {
        constantTimeEqual(code, authenticationCode(for: data, using: key))
    }

    /// Whether `code` is the message's, compared in constant time.
    public static func isValidAuthenticationCode<D: DataProtocol>(
        _ code: MAC, authenticating data: D, using key: SymmetricKey
    ) -> Bool {
        code == authenticationCode(for: data, using: key)
    }

    /// The code of several parts as of one message.
    static func code(for parts: [UnsafeRawBufferPointer], key: UnsafeRawBufferPointer) -> MAC {
        unsafe withScratch(H.blockByteCount) { block in
            unsafe fill(block, with: key)
            var context = HashContext(H._algorithm)
            unsafe update(&context, with: UnsafeRawBufferPointer(block), xor: 0x36)
            unsafe parts.forEach { unsafe context.update($0) }
            return unsafe finish(&context, with: UnsafeRawBufferPointer(block))
        }
    }

    /// Makes one block of the key: hashed where it is longer, filled with zeros where shorter.
    private static func fill(_ block: UnsafeMutableRawBufferPointer, with key: UnsafeRawBufferPointer) {
        unsafe block.initializeMemory(as: UInt8.self, repeating: 0)
        if key.count <= block.count {
            unsafe block.copyMemory(from: key)
        } else {
            unsafe HashContext.hash(key, into: block, H._algorithm)
        }
    }

    private static func update(_ context: inout HashContext, with block: UnsafeRawBufferPointer, xor pad: UInt8) {
        unsafe withScratch(block.count) { scratch in
            for index in block.indices { unsafe scratch[index] = unsafe block[index] ^ pad }
            unsafe context.update(UnsafeRawBufferPointer(scratch))
        }
    }

    private static func finish(_ context: inout HashContext, with block: UnsafeRawBufferPointer) -> MAC {
        unsafe withScratch(H.Digest.byteCount) { inner in
            unsafe context.finish(into: inner)
            context.restart(H._algorithm)
            unsafe update(&context, with: block, xor: 0x5c)
            unsafe context.update(UnsafeRawBufferPointer(inner))
            return unsafe MAC(digest: H.Digest { unsafe context.finish(into: $0) })
        }
    }
}
