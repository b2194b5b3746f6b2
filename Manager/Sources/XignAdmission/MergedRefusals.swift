import Threads
import XignDomain

/// The number of refusals since the last line of the log. There is a line at once, and then one a minute at most.
struct RefusalCount {
    private static let seconds: Int64 = 60

    private var refused = 0
    private var lastAt: Timestamp?

    /// Counts a refusal.
    /// - Returns: the number of refusals since the last line, if that was a minute ago; nil for no line.
    mutating func add(at now: Timestamp) -> Int? {
        refused += 1
        guard !isRecent(at: now) else { return nil }
        defer { self = RefusalCount(refused: 0, lastAt: now) }
        return refused
    }

    /// True within a minute after a line.
    func isRecent(at now: Timestamp) -> Bool {
        guard let lastAt else { return false }
        return lastAt <= now && now < lastAt + Self.seconds
    }
}

/// Merges refusals of several kinds into lines of the log, so that a flood does not fill it: of each kind there is a
/// line at once, and then one a minute at most.
///
/// Clients can make up kinds. Beyond `maximumKinds` within a minute, all others share one line. Safe to use from any
/// thread.
package final class MergedRefusals<Kind: Hashable & Sendable>: Sendable {
    package static var maximumKinds: Int { 100 }

    /// By kind; nil for those that share a line.
    private let counts = Locked<[Kind?: RefusalCount]>([:])

    package init() {}

    /// Counts a refusal.
    /// - Returns: the number of refusals that the line stands for; nil for no line.
    package func add(_ kind: Kind, at now: Timestamp) -> Int? {
        counts.withLock { counts in
            var key: Kind? = kind
            if counts[kind] == nil, counts.count >= Self.maximumKinds {
                counts = counts.filter { $0.value.isRecent(at: now) }
                if counts.count >= Self.maximumKinds { key = nil }
            }
            return counts[key, default: RefusalCount()].add(at: now)
        }
    }
}
