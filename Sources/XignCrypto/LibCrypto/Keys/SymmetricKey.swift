import FoundationEssentials

/// The length of a symmetric key.
public struct SymmetricKeySize: Sendable {
    /// The length in bits.
    public let bitCount: Int

    /// Makes a length.
    /// - Parameter bitCount: a positive multiple of 8; any other number ends the process.
    public init(bitCount: Int) {
        precondition(bitCount > 0 && bitCount.isMultiple(of: 8), "keys have whole bytes")
        self.bitCount = bitCount
    }

    public static let bits128 = SymmetricKeySize(bitCount: 128)
    public static let bits192 = SymmetricKeySize(bitCount: 192)
    public static let bits256 = SymmetricKeySize(bitCount: 256)
}

/// A secret key, wiped from memory when the last copy of the value is released. Equality takes constant time.
///
/// It has no `description` of its bytes, so that a log cannot contain them; `withUnsafeBytes` reads them.
public struct SymmetricKey: ContiguousBytes, Equatable, Sendable {
    let bytes: SecureBytes

    init(_ bytes: SecureBytes) { self.bytes = bytes }

    /// Copies the bytes of a key; the caller wipes the original.
    public init<D: ContiguousBytes>(data: D) {
        bytes = unsafe data.withUnsafeBytes { unsafe SecureBytes(copying: $0) }
    }

    /// Generates a random key.
    public init(size: SymmetricKeySize) {
        bytes = unsafe SecureBytes(count: size.bitCount / 8, filledBy: SecureRandom.fill)
    }

    /// The length in bits.
    public var bitCount: Int { bytes.count * 8 }

    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try unsafe bytes.withUnsafeBytes(body)
    }

    public static func == (a: Self, b: Self) -> Bool { constantTimeEqual(a, b) }
}
