import Foundation
internal import XignProtocol

/// A lockout that the manager has answered, by the device's monotonic clock: setting the device's time does not change
/// it.
struct KnownLockout: Sendable {
    let isPermanent: Bool
    /// True if the session outlives the lockout.
    let canResume: Bool
    private let end: ContinuousClock.Instant

    /// - Parameter now: the moment of the answer.
    init(_ lockout: Lockout, since now: ContinuousClock.Instant, canResume: Bool) {
        isPermanent = lockout.isPermanent
        self.canResume = canResume && !lockout.isPermanent
        end = now.advanced(by: .seconds(lockout.remainingSeconds))
    }

    func isRunning(_ device: Device) -> Bool { isPermanent || device.uptime() < end }

    /// Returns what the app is told, with the end by the device's clock of now.
    func information(_ device: Device) -> LockoutAttemptInformation {
        let rest = max(0, device.uptime().duration(to: end) / .seconds(1))
        return LockoutAttemptInformation(
            isPermanent: isPermanent, lockedUntil: device.now().addingTimeInterval(rest), canResume: canResume)
    }
}
