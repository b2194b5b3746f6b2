import Threads
import XignDomain
import XignProtocol

/// Stretches the activation PINs of people who are nobody yet, away from the workers that serve logins.
///
/// A stretching takes a processor for a fifth of a second, and anybody with a code can ask for one. So one thread does
/// all of them, after all other work. A few wait for it, and further ones are refused at once. Safe to use from any
/// thread.
package final class StrangerPINs: Sendable {
    /// The number of PINs that wait for the thread at once.
    package static let waiting = 16
    /// The number of PINs for registrations that are stretched or wait at once. The other places are for people whom
    /// somebody has invited.
    package static let registering = 12
    /// The seconds after which a refused person can expect to find the queue shorter.
    package static let retryAfterSeconds = 5
    /// The time for which an activation waits for its device.
    static let lifetime = ActivationLifetime.shown

    private let pool = WorkerPool("join-pin", threads: 1, isLast: true)
    /// The PINs that are being stretched or wait.
    private struct Count {
        var invited = 0
        var registering = 0

        func isFull(for way: JoinWay) -> Bool {
            invited + registering > StrangerPINs.waiting
                || way == .registration && registering >= StrangerPINs.registering
        }

        mutating func change(by number: Int, for way: JoinWay) {
            switch way {
            case .link: invited += number
            case .registration: registering += number
            }
        }
    }

    private let count = Locked(Count())
    /// The PINs of recoveries that are being stretched or wait, by the mailed code that was shown.
    private let recovering = Locked<[MailCodeID: Task<ActivationHandout, any Error>]>([:])

    package init() {}

    deinit { pool.stop() }

    /// Returns true where a further PIN would be refused now.
    func isFull(for way: JoinWay) -> Bool { count.withLock { $0.isFull(for: way) } }

    /// Draws a PIN and stretches it. The caller's thread is free meanwhile.
    /// - Returns: nil where too many wait.
    func handout(for way: JoinWay, _ context: Context) async throws -> ActivationHandout? {
        let isTaken = count.withLock { count in
            guard !count.isFull(for: way) else { return false }
            count.change(by: 1, for: way)
            return true
        }
        guard isTaken else { return nil }
        defer { count.withLock { $0.change(by: -1, for: way) } }
        return try await Task(executorPreference: pool) {
            try ActivationHandout(pin: Context.generatePIN(), lifetime: Self.lifetime, context)
        }.value
    }

    /// Draws a PIN for somebody who has shown both proofs of a recovery, and stretches it. The mails limit these, so
    /// they wait for their turn, however many people join.
    /// - Parameter code: the mailed code, which is not used up yet. Whoever shows it meanwhile gets the same PIN.
    func handout(ofRecoveryBy code: MailCodeID, _ context: Context) async throws -> ActivationHandout {
        let task = recovering.withLock { tasks in
            let task =
                tasks[code]
                ?? Task(executorPreference: pool) {
                    try ActivationHandout(pin: Context.generatePIN(), lifetime: Self.lifetime, context)
                }
            tasks[code] = task
            return task
        }
        defer { recovering.withLock { if $0[code] == task { $0[code] = nil } } }
        return try await task.value
    }
}
