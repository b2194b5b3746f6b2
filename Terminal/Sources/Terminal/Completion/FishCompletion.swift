/// A generator of fish's declarations that complete a program's command line, with the helps of commands and options.
struct FishCompletion {
    let program: Program

    private var condition: String { "__\(program.functionName)_at" }

    var script: String {
        let levels = CompletionLevel.all(of: program)
        let patterns = levels.dropFirst().map { Self.quoted($0.path.joined(separator: " ")) }
        return """
            function \(condition)
                set -l place
                for word in (commandline -opc)
                    switch (string join -- ' ' $place $word)
                        case \(patterns.joined(separator: " "))
                            set -a place $word
                    end
                end
                test "$place" = "$argv"
            end
            complete -c \(program.name) -f
            \(levels.flatMap(lines).joined(separator: "\n"))
            """
    }

    private func lines(_ level: CompletionLevel) -> [String] {
        let place = Self.quoted(([condition] + level.path).joined(separator: " "))
        let start = "complete -c \(program.name) -n \(place)"
        func described(_ help: String) -> String { "-d " + Self.quoted(help.replacing(#/\s+/#, with: " ")) }

        var lines = level.commands.map { "\(start) -a \(Self.quoted($0.name)) \(described($0.summary))" }
        if level.commands.isEmpty, let values = Self.offer(level.argumentCompletion) {
            lines.append("\(start) \(values)")
        }
        lines += level.options.map { option in
            let names = (option.short.map { "-s \($0) " } ?? "") + "-l \(option.name)"
            return "\(start) \(names)\(Self.value(of: option)) \(described(option.help))"
        }
        lines.append("\(start) -l help \(described(program.wording.help))")
        if level.isProgram { lines.append("\(start) -l version \(described(program.wording.version))") }
        return lines
    }

    /// Returns the options of `complete` that make an option take a value.
    private static func value(of option: DeclaredParameter.Definition) -> String {
        if option.kind == .flag { return "" }
        let required = option.completion == .files ? " -r" : " -x"
        return required + (offer(option.completion).map { " " + $0 } ?? "")
    }

    /// Returns the options of `complete` that offer values; nil for no completions.
    private static func offer(_ completion: Completion) -> String? {
        switch completion {
        case .none: nil
        case .files: "-F"
        case .directories: "-a '(__fish_complete_directories)'"
        case .values(let words): "-a " + quoted(words.map(quoted).joined(separator: " "))
        }
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.replacing(#"\"#, with: #"\\"#).replacing("'", with: #"\'"#) + "'"
    }
}
