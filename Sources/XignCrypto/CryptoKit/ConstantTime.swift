import Darwin
import Foundation

/// Whether two byte strings are equal, found in a time that depends on their lengths alone.
///
/// For codes, tokens and digests that someone may guess at. Of different lengths: unequal. The same function is
/// on Linux.
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
