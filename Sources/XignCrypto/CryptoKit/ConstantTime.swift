import Darwin
import Foundation

/// Returns whether two byte strings are equal, in a time that depends only on their lengths.
///
/// Use it for codes, tokens and digests that an attacker may guess. Strings of different lengths are unequal. The same
/// function exists on Linux.
public func constantTimeEqual<A: ContiguousBytes, B: ContiguousBytes>(_ a: A, _ b: B) -> Bool {
    a.withUnsafeBytes { left in
        b.withUnsafeBytes { right in
            guard left.count == right.count else { return false }
            // Two empty strings are equal, and may have no address.
            guard let leftAddress = left.baseAddress, let rightAddress = right.baseAddress else { return true }
            return timingsafe_bcmp(leftAddress, rightAddress, left.count) == 0
        }
    }
}
