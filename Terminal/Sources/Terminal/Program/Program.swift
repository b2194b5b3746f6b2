/// A command line program: its commands, and what they share.
public struct Program: Sendable {
    public let name: String
    let version: String
    let summary: String
    let common: [DeclaredParameter]
    private let declaredCommands: [Command]

    /// - Parameters:
    ///   - summary: one sentence.
    ///   - common: options that every command understands, before or after its name.
    ///   - commands: in the order in which help lists them. `completion` is added.
    public init(
        _ name: String, version: String, _ summary: String, common: [any Declaration] = [], commands: [Command]
    ) {
        self.name = name
        self.version = version
        self.summary = summary
        self.common = common.map(\.declared)
        self.declaredCommands = commands
    }

    var commands: [Command] { declaredCommands + [.completion(of: self)] }

    /// Does what the command line says, on the calling thread.
    /// - Parameter arguments: without the program's own name: `CommandLine.arguments.dropFirst()`.
    /// - Returns: the status to leave with. An error has been reported then, in one line on `console.errors`.
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
            console.report("\(name): the output could not be written; free some space and start again")
            return ExitStatus.output.rawValue
        }
        return ExitStatus.success.rawValue
    }
}
