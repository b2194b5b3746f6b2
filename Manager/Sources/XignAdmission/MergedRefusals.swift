import Threads
import XignDomain

/// The number of refusals since the last line of the log. A minute begins with a line and has a number of them at most.
struct RefusalCount {
    private static let seconds: Int64 = 60

    private var refused = 0
    private var lines = 0
    private var begin: Timestamp?

    /// Counts a refusal.
    /// - Parameter maximum: the number of lines in a minute.
    /// - Returns: the number of refusals since the last line; nil for no line.
    mutating func add(at now: Timestamp, upTo maximum: Int = 1) -> Int? {
        refused += 1
        if !isRecent(at: now) { (begin, lines) = (now, 0) }
        guard lines < maximum else { return nil }
        lines += 1
        defer { refused = 0 }
        return refused
    }

    /// True within the minute of the last line.
    func isRecent(at now: Timestamp) -> Bool {
        guard let begin else { return false }
        return begin <= now && now < begin + Self.seconds
    }
}

/// Merges refusals of several kinds into lines of the log, so that a flood does not fill it: each kind has a number of
/// lines in a minute, which tell how many refusals they stand for.
///
/// Clients can make up kinds. Beyond `maximumKinds` within a minute, all others share one line. Safe to use from any
/// thread.
package final class MergedRefusals<Kind: Hashable & Sendable>: Sendable {
    package static var maximumKinds: Int { 100 }

    /// By kind; nil for those that share a line.
    private let counts = Locked<[Kind?: RefusalCount]>([:])

    private let linesOfKind: Int

    /// - Parameter linesOfKind: the number of lines of a kind in a minute.
    package init(linesOfKind: Int = 1) { self.linesOfKind = linesOfKind }

    /// Counts a refusal.
    /// - Returns: the number of refusals that the line stands for; nil for no line.
    package func add(_ kind: Kind, at now: Timestamp) -> Int? {
        counts.withLock { counts in
            var key: Kind? = kind
            if counts[kind] == nil, counts.count >= Self.maximumKinds {
                counts = counts.filter { $0.value.isRecent(at: now) }
                if counts.count >= Self.maximumKinds { key = nil }
            }
            return counts[key, default: RefusalCount()].add(at: now, upTo: linesOfKind)
        }
    }
}
