import Logging
import Metrics
import Threads
import XignDomain
import XignHTTP

/// Counts the refusals of a limit, and logs them at most once a minute, so that a flood does not fill the log.
final class RefusalLog: Sendable {
    private let limit: LimitName
    private let count: Cell
    private let clock: Clock
    private let log: Log
    private let state = Locked(RefusalCount())

    init(_ limit: LimitName, _ metrics: Metrics, _ clock: Clock, _ log: Log) {
        (self.limit, self.clock, self.log) = (limit, clock, log)
        count = metrics.refusals[limit]
    }

    /// Counts a refusal. Logs the number of refusals since the last line, if that was a minute ago.
    func add(_ network: ClientNetwork) {
        count.add()
        let now = clock.now()
        guard let refused = state.withLock({ $0.add(at: now) }) else { return }
        log(.warning, "tooManyRequests", of: network, [("limit", limit.rawValue), ("refused", "\(refused)")])
    }
}

extension ClientNetwork: LoggableNetwork {}
