/// A place on the command line: after the program's name, or after that of a command.
struct CompletionLevel {
    /// The names of the commands before it.
    let path: [String]
    let commands: [Command]
    let options: [DeclaredParameter.Definition]
    let arguments: [DeclaredParameter.Definition]

    /// The first argument that has completions; none if no argument has any.
    var argumentCompletion: Completion { arguments.first { $0.completion != .none }?.completion ?? .none }

    var isProgram: Bool { path.isEmpty }

    /// Returns every level of a program, that of the program itself first.
    static func all(of program: Program) -> [CompletionLevel] {
        func levels(_ path: [String], _ commands: [Command], _ own: [DeclaredParameter]) -> [CompletionLevel] {
            let parameters = (program.common + own).map(\.definition)
            let level = CompletionLevel(
                path: path, commands: commands, options: parameters.filter { $0.kind != .argument },
                arguments: parameters.filter { $0.kind == .argument })
            return [level] + commands.flatMap { levels(path + [$0.name], $0.subcommands, $0.parameters) }
        }
        return levels([], program.commands, [])
    }
}

extension Program {
    /// The name of a shell function of this program.
    var functionName: String { "_" + name.replacing("-", with: "_") }
}

extension String {
    /// The text as one word of bash or zsh.
    var shellQuoted: String { "'" + replacing("'", with: #"'\''"#) + "'" }
}
