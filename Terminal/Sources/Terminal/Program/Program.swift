/// A command line program with its commands and common options.
public struct Program: Sendable {
    public let name: String
    let version: String
    let summary: String
    let exitStatuses: [(ExitStatus, String)]
    let seeAlso: [String]
    let common: [DeclaredParameter]
    let wording: any TerminalWording
    private let declaredCommands: [Command]
    private let foreseen: @Sendable (any Error) -> Failure?
    private let isKnown: @Sendable (String) -> Bool

    /// - Parameters:
    ///   - summary: one sentence.
    ///   - exitStatuses: each with its meaning, in the order in which every help and manual page lists them.
    ///   - common: options of every command, before or after its name.
    ///   - commands: in the order in which help lists them. `completion`, `manual` and `help` are added.
    ///   - seeAlso: further manual pages, such as `program.yaml(5)`.
    ///   - wording: the texts of help, usage errors and questions.
    ///   - isKnown: returns true for the message of a failure that the reader of standard error knows already: it is
    ///     not reported.
    ///   - failure: returns the failure for an error of a command that is no ``CommandError``; nil for an error that
    ///     nobody foresaw.
    public init(
        _ name: String, version: String, _ summary: String, exitStatuses: [(ExitStatus, String)] = [],
        common: [any Declaration] = [], commands: [Command], seeAlso: [String] = [],
        wording: any TerminalWording = EnglishTerminal(),
        isKnown: @escaping @Sendable (String) -> Bool = { _ in false },
        failure: @escaping @Sendable (any Error) -> Failure? = { _ in nil }
    ) {
        self.name = name
        self.version = version
        self.summary = summary
        (self.exitStatuses, self.seeAlso) = (exitStatuses, seeAlso)
        self.common = common.map(\.declared)
        self.wording = wording
        self.declaredCommands = commands
        foreseen = failure
        self.isKnown = isKnown
    }

    var commands: [Command] { declaredCommands + [.completion(of: self), .manual(of: self), .help(of: self)] }

    /// Runs the command on this process's command line, on the calling thread. To be called before other code opens
    /// files. A signal that has interrupted a question ends the process here.
    /// - Returns: the exit status. An error has been reported on standard error.
    public func run() -> Int32 {
        ThisProcess.openMissingDescriptors()
        ThisProcess.ignoreSignalsOfWrites()
        let (arguments, console) = (ThisProcess.arguments, Console(wording: wording))
        let status =
            if let number = arguments.firstIndex(of: nil) {
                refuse(argument: number, console)
            } else {
                run(arguments.dropFirst().compactMap(\.self), console: console)
            }
        SignalTrap.letKeptTakeEffect()
        return status
    }

    /// Reports an argument that is not UTF-8.
    private func refuse(argument number: Int, _ console: Console) -> Int32 {
        console.report("\(name): \(wording.notText(argument: number).rendered(inColour: false))")
        return ExitStatus.usage.rawValue
    }

    /// Runs a command on the calling thread.
    /// - Parameter arguments: the arguments without the program's name.
    /// - Returns: the exit status. An error has been reported on `console.errors`, unless its message is known.
    public func run(_ arguments: some Sequence<String>, console: Console) -> Int32 {
        do {
            switch try Parser.parse(Array(arguments), for: self) {
            case .run(let action, let given): try action(given, console)
            case .help(let path): console.print(.verbatim(Help(program: self, path: path).text))
            case .version: console.print("\(name) \(version)")
            }
        } catch {
            let failure = failure(for: error)
            let message = failure.message.rendered(inColour: false)
            if !isKnown(message) { console.report("\(name): \(message)") }
            guard console.hasLostOutput else { return failure.exitStatus.rawValue }
        }
        guard !console.hasLostOutput else {
            console.report("\(name): \(wording.lostOutput)")
            return ExitStatus.output.rawValue
        }
        return ExitStatus.success.rawValue
    }

    /// Returns status and message of any error, in the language of the program.
    func failure(for error: any Error) -> Failure {
        switch error {
        case let error as InputError: Failure(error.exitStatus, wording.message(error))
        case let error as any CommandError: Failure(error.exitStatus, error.message)
        default: foreseen(error) ?? Failure(.software, wording.unexpected(error))
        }
    }
}
