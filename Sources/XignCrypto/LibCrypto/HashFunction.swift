import FoundationEssentials

/// A hash function with CryptoKit's shape.
///
/// The requirements with an underscore close the protocol: only this module makes their types.
public protocol HashFunction: Sendable {
    associatedtype Digest: XignCrypto.Digest
    static var blockByteCount: Int { get }
    static var _algorithm: DigestAlgorithm { get }
    var _context: HashContext { get set }
    init()
}

extension HashFunction {
    public mutating func update(bufferPointer: UnsafeRawBufferPointer) {
        _context.update(bufferPointer)
    }

    public mutating func update<D: DataProtocol>(data: D) {
        for region in data.regions { region.withUnsafeBytes { _context.update($0) } }
    }

    public func finalize() -> Digest {
        Digest { _context.snapshot(into: $0) }
    }

    public static func hash(bufferPointer: UnsafeRawBufferPointer) -> Digest {
        Digest { HashContext.hash(bufferPointer, into: $0, _algorithm) }
    }

    public static func hash<D: DataProtocol>(data: D) -> Digest {
        data.withContiguousBytes { hash(bufferPointer: $0) }
    }
}

public struct SHA256: HashFunction {
    public typealias Digest = SHA256Digest
    public static let blockByteCount = 64
    public static var _algorithm: DigestAlgorithm { .sha256 }
    public var _context = HashContext(.sha256)
    public init() {}
}

public struct SHA384: HashFunction {
    public typealias Digest = SHA384Digest
    public static let blockByteCount = 128
    public static var _algorithm: DigestAlgorithm { .sha384 }
    public var _context = HashContext(.sha384)
    public init() {}
}

public struct SHA512: HashFunction {
    public typealias Digest = SHA512Digest
    public static let blockByteCount = 128
    public static var _algorithm: DigestAlgorithm { .sha512 }
    public var _context = HashContext(.sha512)
    public init() {}
}

/// Algorithms that are broken and kept for old protocols only.
public enum Insecure {
    /// For TOTP (RFC 6238), whose security does not rest on collision resistance.
    public struct SHA1: HashFunction {
        public typealias Digest = SHA1Digest
        public static let blockByteCount = 64
        public static var _algorithm: DigestAlgorithm { .sha1 }
        public var _context = HashContext(.sha1)
        public init() {}
    }
}
