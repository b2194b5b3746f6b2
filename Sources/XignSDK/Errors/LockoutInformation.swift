import Foundation

/// How long an activation is locked.
// @unchecked: a class that may be subclassed cannot be checked; here and in the subclasses every stored property is a
// `let` of a Sendable type, and no subclass can be made outside the module.
public class LockoutInformation: @unchecked Sendable {
    /// Whether the activation is locked for good: waiting does not help, tell the user.
    public let isPermanent: Bool
    /// The moment at which the lock ends; `Date.distantFuture` if it is permanent. By the device's clock.
    public let lockedUntil: Date

    init(isPermanent: Bool, lockedUntil: Date) {
        self.isPermanent = isPermanent
        self.lockedUntil = isPermanent ? .distantFuture : lockedUntil
    }
}

/// A lockout that was already running when the request was made. The process is over.
public final class PendingLockoutInformation: LockoutInformation, @unchecked Sendable {}

/// A lockout that this attempt caused.
public final class LockoutAttemptInformation: LockoutInformation, @unchecked Sendable {
    /// Whether the process can go on after the wait. If not, its session ends before the lock does: start anew then.
    public let canResume: Bool

    init(isPermanent: Bool, lockedUntil: Date, canResume: Bool) {
        self.canResume = canResume && !isPermanent
        super.init(isPermanent: isPermanent, lockedUntil: lockedUntil)
    }
}
