import CLinux
import Glibc
import Logging
import Threads
import XignDomain
import XignProtocol
import XignStorage
import XignUseCases

/// Delivers notices of the outbox to the program that `notify` names, one at a time, on a thread of its own.
///
/// A notice is delivered at least once: a manager that is killed, or loses its database, may have delivered it already.
/// It is tried again after 30 seconds, a minute, two minutes, at most an hour, until it is removed with its row
/// (`RemoveExpired.outboxSeconds`).
package final class NoticeDispatcher: Sendable {
    private struct State {
        /// A row was written, or may have been, since the thread looked.
        var isWoken = false
        var isStopping = false
        var hasEnded = true
    }

    /// The longest time between two looks at the outbox, in case that a message of the database was lost.
    private static let lookMilliseconds: Int64 = 60_000
    /// The time for which a taken row is nobody else's, also where the managers' clocks differ by seconds.
    static let leaseSeconds: Int64 = 120
    private static let firstPauseSeconds: Int64 = 30
    private static let longestPauseSeconds: Int64 = 3_600
    /// The number of bytes of a program's standard error that reach the log.
    private static let loggedErrorBytes = 500

    private let context: Context
    private let log: Log
    private let program: Subprocess
    private let state = Locked(State())
    /// An eventfd that ends the running program.
    private let interruption: Int32
    private let openUntil = Locked(Timestamp(rawValue: 0))

    /// Opens the outbox: notices are written from now on.
    package init(_ manager: Manager, _ program: NotifyProgram) throws {
        context = manager.context
        log = manager.log
        self.program = program.subprocess
        interruption = eventfd(0, Int32(EFD_CLOEXEC))
        let topic = Outbox.topic.description
        context.database.observe { [weak self] notice in
            switch notice {
            case .message(topic, _), .reconnected, .changedElsewhere: self?.wake()
            case .message: break
            }
        }
        try keepOutboxOpen()
    }

    deinit { close(interruption) }

    package func start() {
        state.withLock { $0.hasEnded = false }
        startThread("notices") { [self] in
            while !waitForStop(milliseconds: deliver().map(pause) ?? Self.lookMilliseconds) {}
            state.withLock { $0.hasEnded = true }
            state.broadcast()
        }
    }

    /// Starts no further program, and returns when the running one has ended.
    /// - Parameter time: the time after which it is killed. Its notice is delivered again after the next start.
    package func stop(within time: Duration) {
        state.withLock { $0.isStopping = true }
        state.broadcast()
        if state.wait(milliseconds: time.milliseconds, { $0.hasEnded ? true : nil }) == nil {
            eventfd_write(interruption, 1)
            state.wait { $0.hasEnded ? () : nil }
        }
    }

    /// Delivers all notices that are due.
    /// - Returns: the moment at which the next one is due; nil where there is none, or the database failed.
    @discardableResult
    package func deliver() -> Timestamp? {
        do {
            try keepOutboxOpen()
            while !state.withLock({ $0.isStopping }) {
                guard let next = try context.database.read({ try $0.outbox.nextAttempt() }) else { return nil }
                let now = context.clock.now()
                guard next <= now else { return next }
                let taken = try context.database.write {
                    try $0.outbox.take(at: now, leasedUntil: now + Self.leaseSeconds)
                }
                if let taken { try deliver(taken) }
            }
        } catch {
            log(.error, "noticesNotRead", [("error", "\(error)")])
        }
        return nil
    }

    /// Lets notices be written for the next days, for which this manager or another one may be switched off.
    private func keepOutboxOpen() throws {
        let now = context.clock.now()
        guard openUntil.withLock({ $0 }) < now + RemoveExpired.outboxSeconds / 2 else { return }
        let end = now + RemoveExpired.outboxSeconds
        try context.database.write { try $0.outbox.open(until: end) }
        openUntil.withLock { $0 = end }
    }

    private func deliver(_ item: Outbox.Item) throws {
        let failure = attempt(item)
        guard let failure else {
            try context.database.write { try $0.outbox.delivered(item) }
            return log(.debug, "noticeDelivered", [("id", item.idText), ("attempt", "\(item.attempt)")])
        }
        let isInterrupted = state.withLock { $0.isStopping }
        let pause = isInterrupted ? 0 : Self.pauseSeconds(after: item.attempt)
        let next = context.clock.now() + pause
        try context.database.write { try $0.outbox.failed(item, nextAttemptAt: next) }
        log(
            isInterrupted ? .info : .warning, "noticeNotDelivered",
            [("id", item.idText), ("attempt", "\(item.attempt)"), ("againInSeconds", "\(pause)")] + failure)
    }

    /// Runs the program once.
    /// - Returns: nil for success, otherwise the reason as fields of the log.
    private func attempt(_ item: Outbox.Item) -> [(name: String, value: String)]? {
        let payload: NoticePayload
        let json: [UInt8]
        do {
            payload = try item.payload(context.database.vault)
            json = try MessageCoding.encode(payload)
        } catch {
            return [("reason", "the row was altered: \(error)")]
        }
        let result = program.run(input: json, interruption: interruption)
        if result.end == .exited(0) { return nil }
        return [("reason", "\(result.end)"), ("output", Self.loggable(result.errors, without: payload))]
    }

    /// The beginning of the program's standard error, without the personal data of the notice.
    private static func loggable(_ errors: [UInt8], without payload: NoticePayload) -> String {
        let texts = [payload.email, payload.user, payload.device, payload.operator].compactMap(\.self)
        let text = texts.filter { !$0.isEmpty }.reduce(String(decoding: errors, as: UTF8.self)) {
            $0.replacing($1, with: "…")
        }
        return String(decoding: text.utf8.prefix(loggedErrorBytes), as: UTF8.self)
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
