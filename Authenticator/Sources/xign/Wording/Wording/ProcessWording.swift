import Terminal

/// The course of a process that a person confirms: how it ends, and lockouts on the way.
protocol ProcessWording: Sendable {
    /// Returns the report after the person did not want it.
    func cancelled(_ undertaking: Undertaking) -> Text
    /// Returns the report after the person said that they had not begun it.
    func reported(_ undertaking: Undertaking) -> Text
    /// Returns the message of the command whose person declined.
    func declined(_ undertaking: Undertaking) -> Text
    /// Returns the end of a process that nobody confirmed in time.
    func over(_ undertaking: Undertaking) -> Text
    /// Returns the way to begin again after the process is over.
    func again(_ undertaking: Undertaking) -> Text
    /// Returns the message for a result of another process.
    func foreignAnswer(_ undertaking: Undertaking) -> Text

    /// Returns the advice to a person who does not know whether the manager received the confirmation.
    func unknown(_ undertaking: Undertaking) -> Text
    /// The question after an answer was lost.
    var tryAgain: Text { get }

    /// The question for the PIN of this device.
    var askPIN: Text { get }
    /// The answer to a text that cannot be a PIN.
    var notAPIN: Text { get }
    /// Returns the secret that was wrong, without a full stop.
    func wrong(_ secret: WrongSecret) -> Text
    /// Returns the line that counts a lockout down.
    func locked(seconds: Int) -> Text
    /// Returns the message for a lockout that ends the command.
    /// - Parameter circumstance: the reason.
    func locked(_ lockout: LockoutEnd, _ circumstance: LockoutCircumstance) -> Text

    /// Returns the message for a factor that only other devices have.
    func factorUnsupported(_ name: String) -> Text
    /// Returns the message for factors that were not requested.
    /// - Parameter combinations: those that were requested, such as `device,pin`.
    func combinations(_ combinations: [String]) -> Text
}

/// The end of a lockout.
enum LockoutEnd: Hashable {
    case after(seconds: Int)
    case never
}

/// The reason of a lockout that ends a command.
enum LockoutCircumstance: Hashable {
    /// This attempt was wrong.
    case now(WrongSecret)
    /// Earlier attempts were wrong.
    case already
}
