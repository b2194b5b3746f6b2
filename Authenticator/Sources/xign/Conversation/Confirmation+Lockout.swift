import Foundation
import Terminal
import XignSDK

/// The wrong secret that caused a lockout.
enum WrongSecret: Hashable {
    case activationPIN
    case pin
}

extension Confirmation {
    /// Waits until a lockout ends and the person can be asked again; scripts do not wait.
    /// - Throws: ``CommandFailure`` if no person can be asked, or if the process ends before the lockout.
    func wait(for lockout: LockoutAttemptInformation, after secret: WrongSecret) throws {
        let now = Date()
        guard !options.pinFromInput, lockout.canResume else {
            throw CommandFailure(lockout, now: now, .now(secret))
        }
        let words = words.process
        console.report("xign: \(words.wrong(secret)).")
        try console.countdown(seconds: lockout.secondsLeft(at: now)) { words.locked(seconds: $0) }
    }
}
