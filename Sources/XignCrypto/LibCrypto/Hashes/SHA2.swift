/// SHA-256 (FIPS 180-4, section 6.2).
public struct SHA256: HashFunction {
    public typealias Digest = SHA256Digest
    public static let blockByteCount = 64
    public static var _algorithm: DigestAlgorithm { .sha256 }
    public var _context = HashContext(.sha256)
    public init() {}

    /// Hashes `data`, like the generic function, which is not specialized for arrays in other modules.
    public static func hash(data: [UInt8]) -> SHA256Digest {
        unsafe data.withUnsafeBytes { unsafe hash(bufferPointer: $0) }
    }
}

/// SHA-384 (FIPS 180-4, section 6.5).
public struct SHA384: HashFunction {
    public typealias Digest = SHA384Digest
    public static let blockByteCount = 128
    public static var _algorithm: DigestAlgorithm { .sha384 }
    public var _context = HashContext(.sha384)
    public init() {}
}

/// SHA-512 (FIPS 180-4, section 6.4).
public struct SHA512: HashFunction {
    public typealias Digest = SHA512Digest
    public static let blockByteCount = 128
    public static var _algorithm: DigestAlgorithm { .sha512 }
    public var _context = HashContext(.sha512)
    public init() {}
}
