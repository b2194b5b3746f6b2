import Terminal

/// The question of a command that takes something away or breaks it.
enum Agreement {
    static let isAgreed = Parameter<Bool>.flag("yes", short: "y", "Do not ask for confirmation.")
}

extension ParsedArguments {
    /// Shows what the command is about to do and to whom, and asks for consent on the terminal, unless `--yes` is
    /// given. What is shown goes to the errors: the output has the result alone.
    ///
    /// Nothing must have happened yet.
    /// - Throws: `UsageError`, which names `--yes`, where nobody can be asked; `Failure` for any answer but yes.
    func ask(_ question: Text, showing act: [Text] = [], on console: Console) throws {
        guard !self[Agreement.isAgreed] else { return }
        guard console.canAsk else {
            throw UsageError("\(question) There is no terminal to ask on: repeat the command with --yes")
        }
        for line in act { console.report(line) }
        guard try console.confirm(question, unlessAnswered: false) else {
            throw Failure(.declined, "nothing was changed")
        }
    }
}
