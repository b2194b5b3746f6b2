import Threads
import XignDomain

/// Says who may do something now, and who must wait: a token bucket for each key.
///
/// A bucket is one number, the moment at which it will be full again; each token that is taken moves it on by the time
/// that a token needs to come back. A bucket that is full holds nothing worth remembering, so its place is free for
/// another key.
///
/// The memory is bounded: at most 19 bytes a bucket, however many keys there are. A key can have its bucket in the 16 places
/// of one group, which a hash with a secret of this process chooses, so nobody can push a certain other one out. Where none
/// of them is free, the key shares one bucket with all others that found no place: a flood from more networks than there
/// are buckets gets as much as one network, and those that have a bucket do not notice it.
///
/// Safe to use from any thread; a decision takes the same short time however many buckets there are.
package final class RateLimiter: Sendable {
    private struct Bucket {
        /// A hash in the place of the key: two keys with the same one would share a bucket, which happens to nobody.
        var key: UInt64
        /// Microseconds since 1970.
        var fullAt: Int64

        /// - Parameter whole: how long an empty one takes to fill. A moment further away than that is of a clock that was set
        ///   back since; to wait for it would shut the key out.
        func isFull(at now: Int64, _ whole: Int64) -> Bool { fullAt <= now || fullAt > now + whole }
    }

    private struct State {
        /// At first all of them are one and the same array, of which a group gets its own copy when it is first written to.
        var groups: [[Bucket]]
        /// When the bucket of those without a place will be full.
        var sharedFullAt: Int64 = 0
    }

    private static let placesOfGroup = 16

    private let rate: Rate
    private let lastGroup: UInt64
    private let state: Locked<State>

    /// - Parameter buckets: how many keys can be told apart while none of them is at rest; rounded up to a power of two.
    package init(_ rate: Rate, buckets: Int) {
        self.rate = rate
        var groups = 1
        while groups * Self.placesOfGroup < buckets { groups *= 2 }
        lastGroup = UInt64(groups - 1)
        let unused = Array(repeating: Bucket(key: 0, fullAt: 0), count: Self.placesOfGroup)
        state = Locked(State(groups: Array(repeating: unused, count: groups)))
    }

    /// How many there are, used or not.
    var bucketCount: Int { state.withLock { $0.groups.reduce(0) { $0 + $1.count } } }

    /// Takes a token.
    ///
    /// - Parameter allowance: How many times the rate applies to the key, burst included: its tokens cost as much less.
    /// - Throws: `TooManyRequests` where there is none; then nothing has changed.
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

    /// Returns a token that was taken, for what turned out not to count.
    func giveBack(_ key: some Hashable, allowance: Int = 1) {
        let hash = Self.hash(key), each = rate.microsecondsEach / Int64(allowance)
        let group = group(of: hash)
        state.withLock { state in
            guard let place = state.groups[group].firstIndex(where: { $0.key == hash }) else { return }
            state.groups[group][place].fullAt -= each
        }
    }

    private func group(of hash: UInt64) -> Int { Int(hash & lastGroup) }

    /// The key's own bucket, or one that is full again.
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

/// There is no token at the moment.
package struct TooManyRequests: Error, Equatable {
    /// Until there is one; at least 1.
    package let retryAfterSeconds: Int64
}
