import Logging
import Metrics
import Threads
import XignDomain
import XignStorage
import XignUseCases

/// Delivers the rows of one kind of the outbox, one at a time, on a thread of its own.
///
/// A row is delivered at least once: a manager that is killed, or loses its database, may have delivered it already. It
/// is tried again after 30 seconds, a minute, two minutes, at most an hour, until it is removed
/// (`RemoveExpired.outboxSeconds`).
package final class OutboxDispatcher: Sendable {
    private struct State {
        /// A row was written, or may have been, since the thread looked.
        var isWoken = false
        var isStopping = false
        var hasEnded = true
    }

    /// The longest time between two looks at the outbox, in case that a message of the database was lost.
    private static let lookMilliseconds: Int64 = 60_000
    /// The lease of most deliveries, also where the managers' clocks differ by seconds.
    static let leaseSeconds: Int64 = 120
    private static let firstPauseSeconds: Int64 = 30
    private static let longestPauseSeconds: Int64 = 3_600
    /// A delivery that took longer is slow: the receiver's next one waits as long, so that others come first.
    private static let slowSeconds: Int64 = 1

    private let context: Context
    private let log: Log
    private let delivery: any Delivery
    private let state = Locked(State())

    init(_ manager: Manager, _ delivery: any Delivery) throws {
        context = manager.context
        log = manager.log
        self.delivery = delivery
        let (topic, kind) = (Outbox.topic.description, delivery.kind.rawValue)
        context.database.observe { [weak self] notice in
            switch notice {
            case .message(topic, kind), .reconnected, .changedElsewhere: self?.wake()
            case .message: break
            }
        }
        try delivery.prepare()
    }

    package func start() {
        state.withLock { $0.hasEnded = false }
        startThread("\(delivery.kind.rawValue)s") { [self] in
            while !waitForStop(milliseconds: deliver().map(pause) ?? Self.lookMilliseconds) {}
            state.withLock { $0.hasEnded = true }
            state.broadcast()
        }
    }

    /// Begins no further delivery, and returns when the one under way has ended.
    /// - Parameter time: the time after which it is interrupted. Its row is delivered again after the next start.
    package func stop(within time: Duration) {
        state.withLock { $0.isStopping = true }
        state.broadcast()
        if state.wait(milliseconds: time.milliseconds, { $0.hasEnded ? true : nil }) == nil {
            delivery.interrupt()
            state.wait { $0.hasEnded ? () : nil }
        }
    }

    /// Delivers all rows that are due.
    /// - Returns: the moment at which the next one is due; nil where there is none, or the database failed.
    @discardableResult
    package func deliver() -> Timestamp? {
        let kind = delivery.kind
        do {
            try delivery.prepare()
            while !state.withLock({ $0.isStopping }) {
                guard let next = try context.database.read({ try $0.outbox.nextAttempt(of: kind) }) else { return nil }
                let now = context.clock.now()
                guard next <= now else { return next }
                guard delivery.canDeliver() else { return nil }
                let lease = now + delivery.leaseSeconds
                let taken = try context.database.write { try $0.outbox.take(kind, at: now, leasedUntil: lease) }
                if let taken { try deliver(taken) }
            }
        } catch {
            log(.error, delivery.events.notRead, [("error", "\(error)")])
        }
        return nil
    }

    private func deliver(_ item: Outbox.Item) throws {
        let begin = context.clock.now()
        let outcome: DeliveryOutcome
        do { outcome = try delivery.attempt(item) } catch {
            outcome = .failed([("reason", "the row was altered: \(error)")])
        }
        let now = context.clock.now()
        let name: LogFields = [("id", item.idText), ("attempt", "\(item.attempt)")]
        switch outcome {
        case .delivered:
            count(.delivered)
            try remove(item, at: now, after: now.secondsSince(begin))
            log(.debug, delivery.events.delivered, name)
        case .failed(let reason):
            count(.failed)
            let isInterrupted = state.withLock { $0.isStopping }
            let pause = isInterrupted ? 0 : Self.pauseSeconds(after: item.attempt)
            try context.database.write { try $0.outbox.failed(item, nextAttemptAt: now + pause) }
            log(
                isInterrupted ? .info : .warning, delivery.events.notDelivered,
                name + [("againInSeconds", "\(pause)")] + reason)
        case .givenUp(let reason):
            count(.givenUp)
            try remove(item, at: now, after: now.secondsSince(begin))
            log(.warning, delivery.events.notDelivered, name + reason)
        }
    }

    /// - Parameter seconds: the time that the delivery took.
    private func remove(_ item: Outbox.Item, at now: Timestamp, after seconds: Int64) throws {
        try context.database.write { transaction in
            try transaction.outbox.remove(item)
            if seconds > Self.slowSeconds { try transaction.outbox.postpone(receiverOf: item, until: now + seconds) }
        }
    }

    private func count(_ result: DeliveryResult) {
        context.database.metrics.deliveries[Both(MessageKind(delivery.kind), result)].add()
    }

    private static func pauseSeconds(after attempt: Int) -> Int64 {
        min(longestPauseSeconds, firstPauseSeconds << Int64(min(attempt - 1, 10)))
    }

    // MARK: The thread

    /// Runs on a thread of the database, and so reads nothing.
    private func wake() {
        state.withLock { $0.isWoken = true }
        state.broadcast()
    }

    /// The milliseconds until a moment, at least a second: another manager may be about to take what is due.
    private func pause(until moment: Timestamp) -> Int64 {
        min(Self.lookMilliseconds, max(1000, moment.rawValue - context.clock.now().rawValue))
    }

    /// Waits until the time has passed, or until it is woken.
    /// - Returns: true where the thread must end.
    private func waitForStop(milliseconds: Int64) -> Bool {
        state.wait(milliseconds: milliseconds) { state in
            if state.isStopping { return true }
            if !state.isWoken { return nil }
            state.isWoken = false
            return false
        } ?? false
    }
}
