import FoundationEssentials

/// A nonce of 96 bits. CryptoKit also accepts longer ones for AES-GCM, which no protocol here uses.
public struct AEADNonce: ContiguousBytes, Sequence, Sendable {
    private var bytes = InlineArray<12, UInt8>(repeating: 0)

    /// Draws a random nonce, for at most 2^32 messages with one key (SP 800-38D, section 8.3).
    public init() {
        unsafe withUnsafeMutableBytes(of: &bytes) { unsafe SecureRandom.fill($0) }
    }

    /// Reads a nonce.
    /// - Throws: `CryptoKitError.incorrectParameterSize` unless there are 12 bytes.
    public init<D: DataProtocol>(data: D) throws {
        guard data.count == CipherAlgorithm.nonceByteCount else { throw CryptoKitError.incorrectParameterSize }
        unsafe withUnsafeMutableBytes(of: &bytes) { bytes in
            unsafe data.withContiguousBytes { unsafe bytes.copyMemory(from: $0) }
        }
    }

    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try unsafe Swift.withUnsafeBytes(of: bytes, body)
    }

    public func makeIterator() -> Array<UInt8>.Iterator {
        unsafe withUnsafeBytes { unsafe Array($0) }.makeIterator()
    }
}
