/// The kind of process that a person confirms, which decides the words of messages.
enum Undertaking: Hashable, Sendable {
    /// A login at a website, which begins there.
    case login
    /// A login that `xign` begins itself, in place of a service's app.
    case inApp
    /// A change of the account, or of this device's activation, which begins with a command.
    case change
    /// An act that a page of the manager asks for, and that its browser does after the confirmation.
    case transaction

    /// The failure of a command whose person declined.
    var declined: CommandFailure { CommandFailure(.declined) { $0.process.declined(self) } }

    /// The failure for a result of another process.
    var foreignAnswer: CommandFailure { CommandFailure(.protocolViolated) { $0.process.foreignAnswer(self) } }
}
