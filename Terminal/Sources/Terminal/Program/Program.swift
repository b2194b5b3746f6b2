/// A command line program with its commands and common options.
public struct Program: Sendable {
    public let name: String
    let version: String
    let summary: String
    let notes: String
    let common: [DeclaredParameter]
    private let declaredCommands: [Command]

    /// - Parameters:
    ///   - summary: one sentence.
    ///   - notes: the last paragraph of every help, such as the exit statuses.
    ///   - common: options of every command, before or after its name.
    ///   - commands: in the order in which help lists them. `completion` is added.
    public init(
        _ name: String, version: String, _ summary: String, notes: String = "", common: [any Declaration] = [],
        commands: [Command]
    ) {
        self.name = name
        self.version = version
        self.summary = summary
        self.notes = notes
        self.common = common.map(\.declared)
        self.declaredCommands = commands
    }

    var commands: [Command] { declaredCommands + [.completion(of: self)] }

    /// Runs the command on the command line, on the calling thread.
    /// - Parameter arguments: the arguments without the program's name, such as `CommandLine.arguments.dropFirst()`.
    /// - Returns: the exit status. An error has been reported in one line on `console.errors`.
    public func run(_ arguments: some Sequence<String>, console: Console = Console()) -> Int32 {
        do {
            switch try Parser.parse(Array(arguments), for: self) {
            case .run(let action, let given): try action(given, console)
            case .help(let path): console.print(.verbatim(Help(program: self, path: path).text))
            case .version: console.print("\(name) \(version)")
            }
        } catch let error as any CommandError {
            console.report("\(name): \(error.message.rendered(inColour: false))")
            return error.exitStatus.rawValue
        } catch {
            console.report("\(name): \(error)")
            return ExitStatus.software.rawValue
        }
        guard !console.hasLostOutput else {
            console.report("\(name): the output could not be written; check the free space, then run the command again")
            return ExitStatus.output.rawValue
        }
        return ExitStatus.success.rawValue
    }
}
