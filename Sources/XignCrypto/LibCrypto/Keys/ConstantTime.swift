import CLibCrypto
import FoundationEssentials

/// Whether two byte strings are equal, found in a time that depends on their lengths alone.
///
/// For codes, tokens and digests that someone may guess at. Of different lengths: unequal. Not in
/// CryptoKit; the same function is on Apple's systems.
public func constantTimeEqual<A: ContiguousBytes, B: ContiguousBytes>(_ a: A, _ b: B) -> Bool {
    unsafe a.withUnsafeBytes { left in
        unsafe b.withUnsafeBytes { right in
            unsafe left.count == right.count && CRYPTO_memcmp(left.octets, right.octets, left.count) == 0
        }
    }
}

/// Whether all bytes are zero, without an early exit.
func isAllZero(_ bytes: UnsafeRawBufferPointer) -> Bool {
    unsafe bytes.reduce(0) { $0 | $1 } == 0
}

/// Whether the big-endian number in `bytes` is in 1 ..< `bound`, without an early exit.
/// Both have the same length.
func isNonZero(_ bytes: UnsafeRawBufferPointer, below bound: [UInt8]) -> Bool {
    var borrow = 0
    for index in stride(from: bytes.count - 1, through: 0, by: -1) {
        borrow = unsafe (Int(bytes[index]) - Int(bound[index]) - borrow) >> 8 & 1
    }
    return unsafe borrow == 1 && !isAllZero(bytes)
}
