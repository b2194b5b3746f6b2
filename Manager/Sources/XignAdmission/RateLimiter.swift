import Threads
import XignDomain

/// A rate limiter: a token bucket for each key.
///
/// A bucket is one number, the moment at which it will be full again. Taking a token moves that moment on by the time
/// in which a token is refilled. A full bucket holds no information, so its place is free for another key.
///
/// The memory is bounded: at most 19 bytes a bucket, for any number of keys. A key's bucket is in one of the 16 places
/// of a group. A hash with a secret of this process chooses the group, so nobody can evict a certain key. If no place
/// is free, the key shares one bucket with all other keys without a place: a flood from more networks than buckets gets
/// the rate of one network, and keys with a bucket are not affected.
///
/// Safe to use from any thread. A decision takes constant time.
package final class RateLimiter: Sendable {
    private struct Bucket {
        /// A 64-bit hash in place of the key. Two keys with the same hash would share a bucket, which is too improbable
        /// to matter.
        var key: UInt64
        /// Microseconds since 1970.
        var fullAt: Int64

        /// - Parameter whole: the time in which an empty bucket fills. A moment further away was computed before the
        ///   clock was set back; waiting for it would lock the key out.
        func isFull(at now: Int64, _ whole: Int64) -> Bool { fullAt <= now || fullAt > now + whole }
    }

    private struct State {
        /// At first all groups share one array; a group gets its own copy at its first write.
        var groups: [[Bucket]]
        /// The moment at which the bucket of keys without a place will be full.
        var sharedFullAt: Int64 = 0
    }

    private static let placesOfGroup = 16

    private let rate: Rate
    private let lastGroup: UInt64
    private let state: Locked<State>

    /// - Parameter buckets: the number of keys that can have a bucket of their own; rounded up to a power of two.
    package init(_ rate: Rate, buckets: Int) {
        self.rate = rate
        var groups = 1
        while groups * Self.placesOfGroup < buckets { groups *= 2 }
        lastGroup = UInt64(groups - 1)
        let unused = Array(repeating: Bucket(key: 0, fullAt: 0), count: Self.placesOfGroup)
        state = Locked(State(groups: Array(repeating: unused, count: groups)))
    }

    /// The number of buckets, used or not.
    var bucketCount: Int { state.withLock { $0.groups.reduce(0) { $0 + $1.count } } }

    /// Takes a token.
    ///
    /// - Parameter allowance: the factor by which rate and burst of this key are larger.
    /// - Throws: `TooManyRequests` if the bucket is empty; nothing has changed then.
    package func take(_ key: some Hashable, allowance: Int = 1, at now: Timestamp) throws(TooManyRequests) {
        let hash = Self.hash(key), now = now.rawValue * 1000
        let whole = rate.microsecondsEach * Int64(rate.burst), each = rate.microsecondsEach / Int64(allowance)
        let group = group(of: hash)
        let wait: Int64 = state.withLock { state in
            let place = Self.place(of: hash, in: state.groups[group], at: now, whole)
            let before = place.map { state.groups[group][$0] } ?? Bucket(key: hash, fullAt: state.sharedFullAt)
            let fullAt = each + (before.key == hash && !before.isFull(at: now, whole) ? before.fullAt : now)
            guard fullAt <= now + whole else { return fullAt - whole - now }
            if let place {
                state.groups[group][place] = Bucket(key: hash, fullAt: fullAt)
            } else {
                state.sharedFullAt = fullAt
            }
            return 0
        }
        guard wait == 0 else { throw TooManyRequests(retryAfterSeconds: (wait + 999_999) / 1_000_000) }
    }

    /// Returns a token that was taken for a request that turned out not to count.
    func giveBack(_ key: some Hashable, allowance: Int = 1) {
        let hash = Self.hash(key), each = rate.microsecondsEach / Int64(allowance)
        let group = group(of: hash)
        state.withLock { state in
            guard let place = state.groups[group].firstIndex(where: { $0.key == hash }) else { return }
            state.groups[group][place].fullAt -= each
        }
    }

    private func group(of hash: UInt64) -> Int { Int(hash & lastGroup) }

    /// The place of the key's bucket, or a free one; nil if there is neither.
    private static func place(of hash: UInt64, in buckets: [Bucket], at now: Int64, _ whole: Int64) -> Int? {
        var free: Int?
        for place in buckets.indices {
            if buckets[place].key == hash { return place }
            if free == nil, buckets[place].isFull(at: now, whole) { free = place }
        }
        return free
    }

    private static func hash(_ key: some Hashable) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(key)
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }
}

/// An error: the bucket is empty.
package struct TooManyRequests: Error, Equatable {
    /// The time until a token is refilled; at least 1.
    package let retryAfterSeconds: Int64
}
