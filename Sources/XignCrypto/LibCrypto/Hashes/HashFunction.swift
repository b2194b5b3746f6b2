import FoundationEssentials

/// A hash function with CryptoKit's shape.
///
/// Values are copied like any other: a copy goes on from where it was made. Nothing here throws.
/// The requirements with an underscore close the protocol: only this module makes their types.
public protocol HashFunction: Sendable {
    /// The type of the result.
    associatedtype Digest: XignCrypto.Digest

    /// The bytes that the function works on at a time; HMAC's keys are filled to it.
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

    /// The hash of what was added so far. More may be added afterwards.
    public func finalize() -> Digest {
        unsafe Digest { unsafe _context.snapshot(into: $0) }
    }

    /// The hash of the bytes of `bufferPointer`.
    public static func hash(bufferPointer: UnsafeRawBufferPointer) -> Digest {
        unsafe Digest { unsafe HashContext.hash(bufferPointer, into: $0, _algorithm) }
    }

    /// The hash of `data`.
    public static func hash<D: DataProtocol>(data: D) -> Digest {
        unsafe data.withContiguousBytes { unsafe hash(bufferPointer: $0) }
    }
}
