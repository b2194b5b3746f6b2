extension Command {
    /// The command `completion bash`, which every program has.
    static func completion(of program: Program) -> Command {
        let shell = Parameter.argument("SHELL", program.wording.completionShell, completion: .values(["bash"])) {
            $0 == "bash" ? $0 : nil
        }
        return Command(
            "completion", program.wording.completion,
            discussion: program.wording.completionUse("source <(\(program.name) completion bash)"), [shell]
        ) { _, console in console.print(.verbatim(BashCompletion(program: program).script)) }
    }
}

/// A generator of a bash function that completes a program's command line.
struct BashCompletion {
    let program: Program

    var script: String {
        let levels = [(path: "", command: nil)] + Self.levels(below: "", program.commands)
        let function = "_" + program.name.replacing("-", with: "_")
        return """
            \(function)() {
                local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} path= index
                for ((index = 1; index < COMP_CWORD; index++)); do
                    case "$path ${COMP_WORDS[index]}" in
                        \(levels.dropFirst().map { Self.quoted($0.path) }.joined(separator: "|"))) \
            path+=" ${COMP_WORDS[index]}" ;;
                    esac
                done
                case "$path" in
            \(levels.map(branch).joined(separator: "\n"))
                esac
            }
            complete -F \(function) \(program.name)
            """
    }

    /// Returns every command with its path.
    private static func levels(below path: String, _ commands: [Command]) -> [(path: String, command: Command?)] {
        commands.flatMap { command in
            let own = "\(path) \(command.name)"
            return [(own, command)] + levels(below: own, command.subcommands)
        }
    }

    private func branch(path: String, command: Command?) -> String {
        let parameters = (program.common + (command?.parameters ?? [])).map(\.definition)
        let options = parameters.filter { $0.kind != .argument }
        let arguments = parameters.filter { $0.kind == .argument }
        let words = (command?.subcommands ?? (command == nil ? program.commands : [])).map(\.name)
        let names = options.map(\.label) + ["--help"] + (command == nil ? ["--version"] : [])

        let values = options.compactMap { option -> String? in
            guard option.kind != .flag else { return nil }
            let patterns = [option.label] + (option.short.map { ["-\($0)"] } ?? [])
            return "            \(patterns.joined(separator: "|"))) \(Self.offer(option.completion)); return ;;\n"
        }
        let completion = arguments.first { $0.completion != .none }?.completion ?? .values(words)
        return """
                    \(Self.quoted(path)))
                        case "$previous" in
            \(values.joined())            esac
                        if [[ $word == -* ]]; then \(Self.offer(.values(names)))
                        else \(Self.offer(completion)); fi ;;
            """
    }

    private static func offer(_ completion: Completion) -> String {
        switch completion {
        case .none: "COMPREPLY=()"
        case .files: #"compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word")"#
        case .directories: #"compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$word")"#
        case .values(let words):
            #"mapfile -t COMPREPLY < <(compgen -W "# + quoted(words.joined(separator: " ")) + #" -- "$word")"#
        }
    }

    private static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: #"'\''"#) + "'" }
}
