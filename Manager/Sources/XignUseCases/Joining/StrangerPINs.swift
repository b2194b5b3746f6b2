import Threads
import XignDomain
import XignProtocol

/// Stretches the activation PINs of people who are not logged in: those who join, register or recover an account. It
/// keeps this work away from the workers that serve logins.
///
/// A stretching takes a processor for a fifth of a second, and anybody with a code can ask for one. So one thread does
/// all of them, after all other work. A few people who join or register wait for it, and further ones are refused at
/// once: a request takes a place before anything is read. Recoveries need no place. Safe to use from any thread.
package final class StrangerPINs: Sendable {
    /// The number of PINs that wait for the thread at once.
    package static let waiting = 16
    /// The number of places that people who register have at once. The others are for people whom somebody has invited.
    package static let registering = 12
    /// The seconds after which a refused person can expect to find the queue shorter.
    package static let retryAfterSeconds = 5
    /// The time for which an activation waits for its device.
    static let lifetime = ActivationLifetime.shown

    private let pool = WorkerPool("join-pin", threads: 1, isLast: true)
    private let taken = Locked(Taken())
    /// The PINs of recoveries that are being stretched or wait, by the mailed code that was shown.
    private let recovering = Locked<[MailCodeID: Task<ActivationHandout, any Error>]>([:])

    package init() {}

    deinit { pool.stop() }

    /// Takes a place in the queue.
    /// - Parameter isRegistration: true for the open registration, which has fewer places.
    /// - Returns: nil where none is free.
    package func place(forRegistration isRegistration: Bool) -> Place? {
        guard taken.withLock({ $0.add(isRegistration) }) else { return nil }
        return Place(of: self, isRegistration)
    }

    /// A place in the queue, which is free again when nothing refers to this object.
    package final class Place: Sendable {
        private let pins: StrangerPINs
        private let isRegistration: Bool

        fileprivate init(of pins: StrangerPINs, _ isRegistration: Bool) {
            (self.pins, self.isRegistration) = (pins, isRegistration)
        }

        deinit { pins.taken.withLock { $0.remove(isRegistration) } }

        /// Draws a PIN and stretches it. The caller's thread is free meanwhile.
        func handout(_ context: Context) async throws -> ActivationHandout {
            try await pins.stretching(context).value
        }
    }

    /// Draws a PIN for somebody who has shown both proofs of a recovery, and stretches it. The mails limit these, so
    /// they wait for their turn, however many people join.
    /// - Parameter code: the mailed code, which is not used up yet. Further requests that show it get the same PIN.
    func handout(ofRecoveryBy code: MailCodeID, _ context: Context) async throws -> ActivationHandout {
        let task = recovering.withLock { tasks in
            let task = tasks[code] ?? stretching(context)
            tasks[code] = task
            return task
        }
        defer { recovering.withLock { if $0[code] == task { $0[code] = nil } } }
        return try await task.value
    }

    private func stretching(_ context: Context) -> Task<ActivationHandout, any Error> {
        Task(executorPreference: pool) {
            try ActivationHandout(pin: Context.generatePIN(), lifetime: Self.lifetime, context)
        }
    }

    /// The places that are taken.
    private struct Taken {
        private var invited = 0
        private var registering = 0

        /// - Returns: false where no place is free.
        mutating func add(_ isRegistration: Bool) -> Bool {
            // Besides those that wait, a PIN is being stretched.
            guard invited + registering <= StrangerPINs.waiting else { return false }
            guard !isRegistration || registering < StrangerPINs.registering else { return false }
            change(by: 1, isRegistration)
            return true
        }

        mutating func remove(_ isRegistration: Bool) { change(by: -1, isRegistration) }

        private mutating func change(by number: Int, _ isRegistration: Bool) {
            if isRegistration { registering += number } else { invited += number }
        }
    }
}
