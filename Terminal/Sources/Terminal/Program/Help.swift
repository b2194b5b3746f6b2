/// The help text of a program or command, generated from the declarations.
struct Help {
    let program: Program
    let path: [Command]

    private static let width = 80

    private var wording: any TerminalWording { program.wording }

    var text: String {
        var sections = [
            "\(wording.titles.usage): \(usage)", Self.wrap(path.last?.summary ?? program.summary, width: Self.width),
        ]
        if let discussion = path.last?.discussion, !discussion.isEmpty {
            sections += discussion.split(separator: "\n\n").map { Self.wrap(String($0), width: Self.width) }
        }
        let commands = path.last?.subcommands ?? program.commands
        let own = path.last?.parameters.map(\.definition) ?? []
        let options = (own + program.common.map(\.definition)).filter { $0.kind != .argument }
        sections += [
            Self.list(wording.titles.commands, commands.map { ($0.name, $0.summary) }),
            Self.list(wording.titles.arguments, own.filter { $0.kind == .argument }.map { ($0.name, $0.help) }),
            Self.list(wording.titles.options, options.map { (Self.synopsis($0), $0.help) } + builtIn),
            examples, exitStatuses,
        ]
        return sections.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    private var examples: String {
        let lines = (path.last?.examples ?? []).flatMap { example in
            (example.purpose.isEmpty ? [] : ["# " + example.purpose]) + [example.line]
        }
        return lines.isEmpty ? "" : "\(wording.titles.examples):\n" + lines.map { "  " + $0 }.joined(separator: "\n")
    }

    private var exitStatuses: String {
        guard !program.exitStatuses.isEmpty else { return "" }
        let list = program.exitStatuses.map { "\($0.rawValue) \($1)" }.joined(separator: "; ")
        return Self.wrap("\(wording.titles.exitStatus): \(list).", width: Self.width)
    }

    private var usage: String {
        var words = [program.name] + path.map(\.name)
        if path.last?.action == nil { words.append(wording.titles.command) }
        for parameter in path.last?.parameters.map(\.definition) ?? [] where parameter.kind == .argument {
            let name = parameter.repeats ? parameter.name + "..." : parameter.name
            words.append(parameter.isRequired ? name : "[\(name)]")
        }
        return (words + [wording.titles.anyOptions]).joined(separator: " ")
    }

    private var builtIn: [(String, String)] {
        [("--help", wording.help)] + (path.isEmpty ? [("--version", wording.version)] : [])
    }

    private static func synopsis(_ option: DeclaredParameter.Definition) -> String {
        let names = option.short.map { "-\($0), " } ?? ""
        guard case .option(let placeholder) = option.kind else { return names + option.label }
        return "\(names)\(option.label) \(placeholder)\(option.repeats ? " ..." : "")"
    }

    /// Formats two columns. The explanation of a name that is too long for the first column begins on the next line.
    private static func list(_ title: String, _ entries: [(name: String, help: String)]) -> String {
        guard !entries.isEmpty else { return "" }
        let column = min(entries.map(\.name.count).max() ?? 0, 24) + 4
        let margin = "\n" + String(repeating: " ", count: column)
        let lines = entries.map { name, help in
            let help = wrap(help, width: width - column).split(separator: "\n").joined(separator: margin)
            let gap = column - 2 - name.count
            return "  " + name + (gap >= 2 ? String(repeating: " ", count: gap) : margin) + help
        }
        return "\(title):\n" + lines.joined(separator: "\n")
    }

    private static func wrap(_ text: String, width: Int) -> String {
        var lines = [""]
        for word in text.split(whereSeparator: \.isWhitespace) {
            let line = lines[lines.count - 1]
            if line.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if line.count + 1 + word.count <= width {
                lines[lines.count - 1] = line + " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines.joined(separator: "\n")
    }
}
