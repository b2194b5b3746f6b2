import Threads
import XignCrypto
import XignDomain

/// Identifiers that sort by their time of creation (UUIDv7, RFC 9562, section 5.7). They are never public.
///
/// Identifiers that one process creates for the same millisecond sort by a counter of 26 bits (section 6.2, method 1).
/// It is not reset for a new millisecond: threads, and clocks that are set, create for several of them at once.
package enum TimeOrderedID {
    private static let last = Locked<UInt32>(0)

    /// Creates an identifier of 16 bytes.
    package static func make(at now: Timestamp) -> [UInt8] {
        let counter = last.withLock { last -> UInt32 in
            last &+= 1
            return last
        }
        return place(at: now) + [
            0x70 | UInt8(truncatingIfNeeded: counter >> 22) & 0x0F, UInt8(truncatingIfNeeded: counter >> 14),
            0x80 | UInt8(truncatingIfNeeded: counter >> 8) & 0x3F, UInt8(truncatingIfNeeded: counter),
        ] + SecureRandom.bytes(count: 6)
    }

    /// Returns the bytes that sort before every identifier of a moment, and after every earlier one.
    package static func place(at moment: Timestamp) -> [UInt8] {
        (0..<6).map { UInt8(truncatingIfNeeded: moment.rawValue >> (8 * (5 - $0))) }
    }

    /// Returns the moment of a place or an identifier; the epoch for fewer than six bytes.
    package static func moment(of place: [UInt8]) -> Timestamp {
        guard place.count >= 6 else { return Timestamp(rawValue: 0) }
        return Timestamp(rawValue: place.prefix(6).reduce(0) { $0 << 8 | Int64($1) })
    }

    /// Creates an account id: 32 hexadecimal digits.
    package static func account(at now: Timestamp) -> AccountID {
        let digits = Array("0123456789abcdef")
        return AccountID(String(make(at: now).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }))
    }
}
