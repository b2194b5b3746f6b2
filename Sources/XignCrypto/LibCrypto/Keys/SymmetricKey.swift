import FoundationEssentials

/// The length of a symmetric key.
public struct SymmetricKeySize: Sendable {
    /// The length in bits.
    public let bitCount: Int

    /// - Parameter bitCount: A positive multiple of 8.
    public init(bitCount: Int) {
        precondition(bitCount > 0 && bitCount.isMultiple(of: 8), "keys have whole bytes")
        self.bitCount = bitCount
    }

    public static let bits128 = SymmetricKeySize(bitCount: 128)
    public static let bits192 = SymmetricKeySize(bitCount: 192)
    public static let bits256 = SymmetricKeySize(bitCount: 256)
}

/// A secret key, wiped from memory when the last copy of the value goes. Equality takes constant time.
///
/// Has no `description` of its bytes, so that a log cannot show them; read them with `withUnsafeBytes`.
public struct SymmetricKey: ContiguousBytes, Equatable, Sendable {
    let bytes: SecureBytes

    init(_ bytes: SecureBytes) { self.bytes = bytes }

    /// A key of existing bytes, copied; wiping the original is its owner's duty.
    public init<D: ContiguousBytes>(data: D) {
        bytes = unsafe data.withUnsafeBytes { unsafe SecureBytes(copying: $0) }
    }

    /// A new random key.
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
