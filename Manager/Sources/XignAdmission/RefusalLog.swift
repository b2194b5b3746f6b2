import Logging
import Metrics
import Threads
import XignDomain
import XignHTTP

/// Counts the refusals of a limit, and logs them at most once a minute, so that a flood does not fill the log.
final class RefusalLog: Sendable {
    private struct State {
        var refused = 0
        var lastAt: Timestamp?
    }

    private static let seconds: Int64 = 60

    private let limit: LimitName
    private let count: Cell
    private let clock: Clock
    private let log: Log
    private let state = Locked(State())

    init(_ limit: LimitName, _ metrics: Metrics, _ clock: Clock, _ log: Log) {
        (self.limit, self.clock, self.log) = (limit, clock, log)
        count = metrics.refusals[limit]
    }

    /// Counts a refusal. Logs the number of refusals since the last line, if that was a minute ago.
    func add(_ network: ClientNetwork) {
        count.add()
        let now = clock.now()
        let refused = state.withLock { state -> Int? in
            state.refused += 1
            if let last = state.lastAt, last <= now, now < last + Self.seconds { return nil }
            defer { state = State(refused: 0, lastAt: now) }
            return state.refused
        }
        guard let refused else { return }
        log(.warning, "tooManyRequests", of: network, [("limit", limit.rawValue), ("refused", "\(refused)")])
    }
}

extension ClientNetwork: LoggableNetwork {}
