import Threads
import XignCrypto
import XignDomain

/// Identifiers that sort by their time of creation (UUIDv7, RFC 9562, section 5.7). They are never public.
///
/// Identifiers that one process creates within a millisecond sort by a counter (section 6.2, method 1).
package enum TimeOrderedID {
    private static let last = Locked<(milliseconds: Int64, counter: UInt16)>((0, 0))

    /// Creates an identifier of 16 bytes.
    package static func make(at now: Timestamp) -> [UInt8] {
        let counter = last.withLock { last -> UInt16 in
            last = (now.rawValue, last.milliseconds == now.rawValue ? last.counter &+ 1 : 0)
            return last.counter
        }
        var bytes = place(at: now)
        bytes += [UInt8(truncatingIfNeeded: counter >> 8 & 0x0F | 0x70), UInt8(truncatingIfNeeded: counter)]
        bytes += SecureRandom.bytes(count: 8)
        bytes[8] = bytes[8] & 0x3F | 0x80
        return bytes
    }

    /// Returns the bytes that sort before every identifier of a moment, and after every earlier one.
    package static func place(at moment: Timestamp) -> [UInt8] {
        (0..<6).map { UInt8(truncatingIfNeeded: moment.rawValue >> (8 * (5 - $0))) }
    }

    /// Creates an account id: 32 hexadecimal digits.
    package static func account(at now: Timestamp) -> AccountID {
        let digits = Array("0123456789abcdef")
        return AccountID(String(make(at: now).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }))
    }
}
