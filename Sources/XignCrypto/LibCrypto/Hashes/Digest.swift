import FoundationEssentials

/// The output of a hash function. Equality takes constant time; `description` is in hexadecimal.
public protocol Digest: Hashable, ContiguousBytes, CustomStringConvertible, Sequence, Sendable
where Element == UInt8 {
    /// The number of bytes.
    static var byteCount: Int { get }

    init(_filledBy body: (UnsafeMutableRawBufferPointer) -> Void)
}

extension Digest {
    public func makeIterator() -> Array<UInt8>.Iterator {
        unsafe withUnsafeBytes { unsafe Array($0) }.makeIterator()
    }

    /// The number of bytes, so that an array made of a digest is allocated once.
    public var underestimatedCount: Int { Self.byteCount }

    public static func == (a: Self, b: Self) -> Bool { constantTimeEqual(a, b) }

    /// Compares with bytes in constant time.
    public static func == <D: DataProtocol>(a: Self, b: D) -> Bool {
        unsafe b.withContiguousBytes { unsafe constantTimeEqual(a, $0) }
    }

    public func hash(into hasher: inout Hasher) {
        unsafe withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }

    public var description: String {
        let digits = Array("0123456789abcdef")
        return String(flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
}

/// The 32 bytes of ``SHA256``.
public struct SHA256Digest: Digest {
    public static let byteCount = 32
    private var bytes = InlineArray<32, UInt8>(repeating: 0)

    public init(_filledBy body: (UnsafeMutableRawBufferPointer) -> Void) {
        unsafe Swift.withUnsafeMutableBytes(of: &bytes, body)
    }

    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try unsafe Swift.withUnsafeBytes(of: bytes, body)
    }
}

/// The 48 bytes of ``SHA384``.
public struct SHA384Digest: Digest {
    public static let byteCount = 48
    private var bytes = InlineArray<48, UInt8>(repeating: 0)

    public init(_filledBy body: (UnsafeMutableRawBufferPointer) -> Void) {
        unsafe Swift.withUnsafeMutableBytes(of: &bytes, body)
    }

    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try unsafe Swift.withUnsafeBytes(of: bytes, body)
    }
}

/// The 64 bytes of ``SHA512``.
public struct SHA512Digest: Digest {
    public static let byteCount = 64
    private var bytes = InlineArray<64, UInt8>(repeating: 0)

    public init(_filledBy body: (UnsafeMutableRawBufferPointer) -> Void) {
        unsafe Swift.withUnsafeMutableBytes(of: &bytes, body)
    }

    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try unsafe Swift.withUnsafeBytes(of: bytes, body)
    }
}

extension Insecure {
    /// The 20 bytes of ``SHA1``.
    public struct SHA1Digest: Digest {
        public static let byteCount = 20
        private var bytes = InlineArray<20, UInt8>(repeating: 0)

        public init(_filledBy body: (UnsafeMutableRawBufferPointer) -> Void) {
            unsafe Swift.withUnsafeMutableBytes(of: &bytes, body)
        }

        public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
            try unsafe Swift.withUnsafeBytes(of: bytes, body)
        }
    }
}
