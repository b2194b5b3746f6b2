/// A generator of a zsh function that completes a program's command line, with the helps of commands and options.
///
/// The script is a file of zsh's completion system (`_name` in a folder of `fpath`), and can also be sourced.
struct ZshCompletion {
    let program: Program

    var script: String {
        let levels = CompletionLevel.all(of: program)
        let function = "_" + program.name
        return """
            #compdef \(program.name)
            \(function)() {
                local place= index
                local -a commands options
                for ((index = 2; index < CURRENT; index++)); do
                    case "$place ${words[index]}" in
                        (\(levels.dropFirst().map(pattern).joined(separator: "|"))) place+=" ${words[index]}" ;;
                    esac
                done
                case "$place" in
            \(levels.map(branch).joined(separator: "\n"))
                esac
            }
            if [[ "${funcstack[1]}" == \(function) ]]; then \(function) "$@"; else compdef \(function) \(program.name); fi
            """
    }

    private func pattern(_ level: CompletionLevel) -> String { level.path.map { " " + $0 }.joined().shellQuoted }

    private func branch(_ level: CompletionLevel) -> String {
        let values = level.options.compactMap { option -> String? in
            guard option.kind != .flag else { return nil }
            let patterns = [option.label] + (option.short.map { ["-\($0)"] } ?? [])
            return "                (\(patterns.joined(separator: "|"))) \(Self.offer(option.completion)); return ;;\n"
        }
        let options =
            level.options.map { Self.described($0.label, $0.help) }
            + [Self.described("--help", program.wording.help)]
            + (level.isProgram ? [Self.described("--version", program.wording.version)] : [])
        let commands = level.commands.map { Self.described($0.name, $0.summary) }
        let others =
            commands.isEmpty
            ? Self.offer(level.argumentCompletion)
            : "commands=(\(commands.joined(separator: " "))); _describe -t commands command commands"
        return """
                    (\(pattern(level)))
                        case "${words[CURRENT-1]}" in
            \(values.joined())            esac
                        if [[ "${words[CURRENT]}" == -* ]]; then
                            options=(\(options.joined(separator: " ")))
                            _describe -o -t options option options
                        else \(others); fi ;;
            """
    }

    private static func offer(_ completion: Completion) -> String {
        switch completion {
        case .none: ":"
        case .files: "_files"
        case .directories: "_files -/"
        case .values(let words): "compadd -- " + words.map(\.shellQuoted).joined(separator: " ")
        }
    }

    /// Returns a word of zsh's `_describe`: the name, a colon and the help.
    private static func described(_ name: String, _ help: String) -> String {
        "\(name):\(help.replacing(#/\s+/#, with: " "))".shellQuoted
    }
}
