import Foundation
import Terminal
import XignSDK

/// What was wrong when a lockout began.
enum WrongSecret {
    case activationPIN
    case pin

    var text: Text {
        switch self {
        case .activationPIN: "the activation PIN was wrong"
        case .pin: "the PIN was wrong"
        }
    }
}

extension Console {
    /// Returns when the lockout is over and the person can be asked again.
    /// - Parameter asks: whether there is a person to ask; scripts come back by themselves.
    /// - Throws: ``Failure`` where there is nobody to ask, or the process does not outlast the lockout.
    func wait(for lockout: LockoutAttemptInformation, after secret: WrongSecret, asks: Bool, now: Date = Date()) throws
    {
        guard asks, lockout.canResume else { throw Failure(lockout, now: now, "\(secret.text): ") }
        report("xign: \(secret.text).")
        countdown(seconds: lockout.secondsLeft(at: now)) { "Locked for \(SpanOfTime(seconds: $0)) ..." }
    }
}
