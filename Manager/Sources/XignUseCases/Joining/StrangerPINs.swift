import Threads
import XignDomain
import XignProtocol

/// Stretches the activation PINs of people who are nobody yet, away from the workers that serve logins.
///
/// A stretching takes a processor for a fifth of a second, and anybody with a code can ask for one. So one thread does
/// all of them, a few wait for it, and further ones are refused at once. Safe to use from any thread.
package final class StrangerPINs: Sendable {
    /// The number of PINs that wait for the thread at once.
    package static let waiting = 16
    /// The seconds after which a refused person can expect to find the queue shorter.
    package static let retryAfterSeconds = 5
    /// The time for which an activation waits for its device.
    static let lifetime = ActivationLifetime.shown

    private let pool = WorkerPool("join-pin", threads: 1)
    /// The PINs that are being stretched or wait, all of them.
    private let count = Locked(0)

    package init() {}

    deinit { pool.stop() }

    /// True where a further PIN would be refused now.
    var isFull: Bool { count.withLock { $0 > Self.waiting } }

    /// Draws a PIN and stretches it. The caller's thread is free meanwhile.
    /// - Returns: nil where too many wait.
    func handout(_ context: Context) async throws -> ActivationHandout? {
        let isTaken = count.withLock { count in
            guard count <= Self.waiting else { return false }
            count += 1
            return true
        }
        guard isTaken else { return nil }
        defer { count.withLock { $0 -= 1 } }
        return try await Task(executorPreference: pool) {
            try ActivationHandout(pin: Context.generatePIN(), lifetime: Self.lifetime, context)
        }.value
    }
}
