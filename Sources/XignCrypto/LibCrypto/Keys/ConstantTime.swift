import CLibCrypto
import FoundationEssentials

/// Returns whether two byte strings are equal, in a time that depends only on their lengths.
///
/// Use it for codes, tokens and digests that an attacker may guess. Strings of different lengths are unequal. CryptoKit
/// does not have it; this module adds it on Apple's systems.
public func constantTimeEqual<A: ContiguousBytes, B: ContiguousBytes>(_ a: A, _ b: B) -> Bool {
    unsafe a.withUnsafeBytes { left in
        unsafe b.withUnsafeBytes { right in
            unsafe left.count == right.count && CRYPTO_memcmp(left.octets, right.octets, left.count) == 0
        }
    }
}

/// Returns whether all bytes are zero, without an early exit.
func isAllZero(_ bytes: UnsafeRawBufferPointer) -> Bool {
    unsafe bytes.reduce(0) { $0 | $1 } == 0
}

/// Returns whether a big-endian number is in 1 ..< `bound`, which has the same length, without an early exit.
func isNonZero(_ bytes: UnsafeRawBufferPointer, below bound: [UInt8]) -> Bool {
    var borrow = 0
    for index in stride(from: bytes.count - 1, through: 0, by: -1) {
        borrow = unsafe (Int(bytes[index]) - Int(bound[index]) - borrow) >> 8 & 1
    }
    return unsafe borrow == 1 && !isAllZero(bytes)
}
