import Foundation

/// The duration of a lockout.
///
/// Source: XignSys SDK documentation, "Authentication"; `docs/protocol.md`, section 5.
// @unchecked: a class that may be subclassed cannot be checked; here and in the subclasses every stored property is a
// `let` of a Sendable type, and no subclass can be made outside the module.
public class LockoutInformation: CustomStringConvertible, @unchecked Sendable {
    /// True if the activation is locked permanently. Waiting does not help; tell the user.
    public let isPermanent: Bool
    /// The end of the lockout by the device's clock; `Date.distantFuture` if it is permanent.
    public let lockedUntil: Date

    init(isPermanent: Bool, lockedUntil: Date) {
        self.isPermanent = isPermanent
        self.lockedUntil = isPermanent ? .distantFuture : lockedUntil
    }

    /// The end, for logs. Show people a text of the app's own.
    public var description: String {
        isPermanent ? "locked permanently" : "locked until \(lockedUntil.formatted(.iso8601))"
    }
}

/// The duration of a lockout that was already running when the request was made. The process is over.
public final class PendingLockoutInformation: LockoutInformation, @unchecked Sendable {}

/// The duration of a lockout that this attempt caused.
public final class LockoutAttemptInformation: LockoutInformation, @unchecked Sendable {
    /// True if the process can continue after the lockout. Otherwise its session ends before the lockout: start again
    /// then.
    public let canResume: Bool

    init(isPermanent: Bool, lockedUntil: Date, canResume: Bool) {
        self.canResume = canResume && !isPermanent
        super.init(isPermanent: isPermanent, lockedUntil: lockedUntil)
    }
}
