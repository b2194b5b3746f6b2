import Terminal

/// A text whose language is not chosen yet.
typealias Phrase = @Sendable (any Wording) -> Text

/// An error that ends a command: a status for scripts, and a message of one line with problem and remedy.
///
/// The message is a ``Phrase``, so that code that only throws need not know the language. `Xign.program` chooses it.
struct CommandFailure: Error {
    let exitStatus: ExitStatus
    let message: Phrase

    init(_ exitStatus: ExitStatus, _ message: @escaping Phrase) {
        self.exitStatus = exitStatus
        self.message = message
    }
}

extension Failure {
    /// Makes the failure that ends the program, in one language.
    init(_ failure: CommandFailure, in words: any Wording) {
        self.init(failure.exitStatus, failure.message(words))
    }
}
