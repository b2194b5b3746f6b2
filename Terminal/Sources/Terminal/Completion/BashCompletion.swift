/// A generator of a bash function that completes a program's command line.
struct BashCompletion {
    let program: Program

    var script: String {
        let levels = CompletionLevel.all(of: program)
        let function = program.functionName
        return """
            \(function)() {
                local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} path= index
                for ((index = 1; index < COMP_CWORD; index++)); do
                    case "$path ${COMP_WORDS[index]}" in
                        \(levels.dropFirst().map(pattern).joined(separator: "|"))) \
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

    private func pattern(_ level: CompletionLevel) -> String { level.path.map { " " + $0 }.joined().shellQuoted }

    private func branch(_ level: CompletionLevel) -> String {
        let names = level.options.map(\.label) + ["--help"] + (level.isProgram ? ["--version"] : [])
        let values = level.options.compactMap { option -> String? in
            guard option.kind != .flag else { return nil }
            let patterns = [option.label] + (option.short.map { ["-\($0)"] } ?? [])
            return "            \(patterns.joined(separator: "|"))) \(Self.offer(option.completion)); return ;;\n"
        }
        let words = level.commands.map(\.name)
        let completion = words.isEmpty ? level.argumentCompletion : .values(words)
        return """
                    \(pattern(level)))
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
            #"mapfile -t COMPREPLY < <(compgen -W "# + words.joined(separator: " ").shellQuoted + #" -- "$word")"#
        }
    }
}
