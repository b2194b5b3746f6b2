import Foundation
import Terminal
import XignSDK

/// The wrong secret that caused a lockout.
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
    /// Waits until a lockout ends and the person can be asked again.
    /// - Parameter asks: true if a person can be asked; scripts do not wait.
    /// - Throws: ``Failure`` if no person can be asked, or if the process ends before the lockout.
    func wait(for lockout: LockoutAttemptInformation, after secret: WrongSecret, asks: Bool) throws {
        let now = Date()
        guard asks, lockout.canResume else { throw Failure(lockout, now: now, "\(secret.text): ") }
        report("xign: \(secret.text).")
        countdown(seconds: lockout.secondsLeft(at: now)) { "Locked for \(SpanOfTime(seconds: $0)) ..." }
    }
}
