/// Broken algorithms, for old protocols only.
public enum Insecure {
    /// SHA-1 (FIPS 180-4, section 6.1). For TOTP (RFC 6238), whose security does not rest on collision
    /// resistance.
    public struct SHA1: HashFunction {
        public typealias Digest = SHA1Digest
        public static let blockByteCount = 64
        public static var _algorithm: DigestAlgorithm { .sha1 }
        public var _context = HashContext(.sha1)
        public init() {}
    }
}
