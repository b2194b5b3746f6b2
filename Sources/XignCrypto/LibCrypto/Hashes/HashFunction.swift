import FoundationEssentials

/// A hash function with CryptoKit's interface.
///
/// A copy of a value continues from the state in which it was made. Nothing throws. Only this module can conform to the
/// protocol, because of the requirements with an underscore.
public protocol HashFunction: Sendable {
    /// The type of the hash.
    associatedtype Digest: XignCrypto.Digest

    /// The block size in bytes, to which HMAC pads its keys.
    static var blockByteCount: Int { get }

    static var _algorithm: DigestAlgorithm { get }
    var _context: HashContext { get set }

    /// Begins a hash.
    init()
}

extension HashFunction {
    /// Adds the bytes of `bufferPointer`.
    public mutating func update(bufferPointer: UnsafeRawBufferPointer) {
        unsafe _context.update(bufferPointer)
    }

    /// Adds bytes.
    public mutating func update<D: DataProtocol>(data: D) {
        for region in data.regions { _context.update(region) }
    }

    /// Returns the hash of the data so far. More may be added afterwards.
    public func finalize() -> Digest {
        unsafe Digest { unsafe _context.snapshot(into: $0) }
    }

    /// Hashes the bytes of `bufferPointer`.
    public static func hash(bufferPointer: UnsafeRawBufferPointer) -> Digest {
        unsafe Digest { unsafe HashContext.hash(bufferPointer, into: $0, _algorithm) }
    }

    /// Hashes `data`.
    public static func hash<D: DataProtocol>(data: D) -> Digest {
        unsafe data.withContiguousBytes { unsafe hash(bufferPointer: $0) }
    }
}
