/// The manual pages of a program, in roff with the macros of man(7): one for the program, and one for each of its
/// commands. The page of a group describes all its commands.
struct ManualPages {
    let program: Program

    /// The names of all pages: `xign`, `xign-login`, ...
    var names: [String] { [program.name] + program.commands.map(pageName) }

    /// - Returns: nil if there is no page of this name.
    func page(_ name: String) -> String? {
        if name == program.name { return programPage }
        return program.commands.first { pageName($0) == name }.map(page)
    }

    private var wording: any TerminalWording { program.wording }
    private var titles: ManualTitles { wording.manualTitles }

    private func pageName(_ command: Command) -> String { "\(program.name)-\(command.name)" }

    // MARK: Pages

    private var programPage: String {
        var lines = head(program.name, program.summary, synopsis([], nil))
        lines += section(titles.description) + paragraphs(program.summary)
        lines += section(wording.titles.commands)
        for command in program.commands {
            lines += [".TP", "\\fB\(Roff.escaped(pageName(command)))\\fR(1)"] + Roff.text(command.summary)
        }
        lines += section(wording.titles.options) + options(program.common.map(\.definition))
        lines += entry("\\fB\\-\\-help\\fR", wording.help) + entry("\\fB\\-\\-version\\fR", wording.version)
        lines += exitStatuses
        if !program.seeAlso.isEmpty { lines += section(titles.seeAlso) + [references(program.seeAlso)] }
        return lines.joined(separator: "\n")
    }

    private func page(_ command: Command) -> String {
        var lines = head(pageName(command), command.summary, synopsis([command.name], command))
        lines += section(titles.description) + paragraphs(command.summary) + paragraphs(command.discussion)
        if !command.subcommands.isEmpty {
            lines += section(wording.titles.commands)
            for subcommand in command.subcommands { lines += description(of: subcommand, in: [command.name]) }
        }
        lines += parameters(of: command, title: section)
        let common = program.common.map(\.definition)
        if command.parameters.allSatisfy({ $0.definition.kind == .argument }), !common.isEmpty {
            lines += section(wording.titles.options)
        }
        lines += options(common)
        lines += exitStatuses + examples(of: command)
        lines += section(titles.seeAlso) + [references(["\(program.name)(1)"] + program.seeAlso)]
        return lines.joined(separator: "\n")
    }

    /// Describes a command of a group, and those below it.
    private func description(of command: Command, in path: [String]) -> [String] {
        let own = path + [command.name]
        var lines = [".SS " + Roff.escaped(([program.name] + own).joined(separator: " "))]
        if command.action != nil { lines += [".PP", synopsis(own, command)] }
        lines += paragraphs(command.summary) + paragraphs(command.discussion)
        lines += parameters(of: command) { _ in [] }
        return lines + command.subcommands.flatMap { description(of: $0, in: own) }
    }

    // MARK: Parts

    private func head(_ name: String, _ summary: String, _ synopsis: String) -> [String] {
        let title = Roff.escaped(name.uppercased())
        let source = Roff.escaped("\(program.name) \(program.version)")
        let short = summary.hasSuffix(".") ? String(summary.dropLast()) : summary
        return [".TH \(title) 1 \"\" \"\(source)\""]
            + section(titles.name) + ["\(Roff.escaped(name)) \\- \(Roff.escaped(short))"]
            + section(titles.synopsis) + [synopsis]
    }

    private func section(_ title: String) -> [String] { [".SH \"\(Roff.escaped(title.uppercased()))\""] }

    private func synopsis(_ path: [String], _ command: Command?) -> String {
        var words = ["\\fB" + Roff.escaped(([program.name] + path).joined(separator: " ")) + "\\fR"]
        if command?.action == nil { words.append(Roff.escaped(wording.titles.command)) }
        for parameter in (command?.parameters ?? []).map(\.definition) where parameter.kind == .argument {
            let name = "\\fI" + Roff.escaped(parameter.name) + "\\fR" + (parameter.repeats ? "..." : "")
            words.append(parameter.isRequired ? name : "[\(name)]")
        }
        return (words + [Roff.escaped(wording.titles.anyOptions)]).joined(separator: " ")
    }

    /// Lists arguments and options of a command.
    private func parameters(of command: Command, title: (String) -> [String]) -> [String] {
        let own = command.parameters.map(\.definition)
        let (arguments, options) = (own.filter { $0.kind == .argument }, own.filter { $0.kind != .argument })
        var lines: [String] = []
        if !arguments.isEmpty {
            lines += title(wording.titles.arguments)
            for argument in arguments { lines += entry("\\fI\(Roff.escaped(argument.name))\\fR", argument.help) }
        }
        if !options.isEmpty { lines += title(wording.titles.options) + self.options(options) }
        return lines
    }

    private func options(_ options: [DeclaredParameter.Definition]) -> [String] {
        options.flatMap { option in
            var name = option.short.map { "\\fB\(Roff.escaped("-\($0)"))\\fR, " } ?? ""
            name += "\\fB\(Roff.escaped(option.label))\\fR"
            if case .option(let placeholder) = option.kind { name += " \\fI\(Roff.escaped(placeholder))\\fR" }
            return entry(option.repeats ? name + " ..." : name, option.help)
        }
    }

    private var exitStatuses: [String] {
        let meanings = program.exitStatuses
        guard !meanings.isEmpty else { return [] }
        return section(wording.titles.exitStatus) + meanings.flatMap { entry("\\fB\($0.rawValue)\\fR", $1) }
    }

    /// Lists the examples of a command, and those of the commands below it.
    private func examples(of command: Command) -> [String] {
        func all(_ command: Command) -> [Example] { command.examples + command.subcommands.flatMap(all) }
        let examples = all(command)
        guard !examples.isEmpty else { return [] }
        return section(wording.titles.examples)
            + examples.flatMap { example in
                paragraphs(example.purpose) + [".PP", ".nf", "\\fB\(Roff.escaped(example.line))\\fR", ".fi"]
            }
    }

    /// - Parameter pages: such as `program.yaml(5)`.
    private func references(_ pages: [String]) -> String {
        pages.map { page in
            let end = page.firstIndex(of: "(") ?? page.endIndex
            return "\\fB\(Roff.escaped(String(page[..<end])))\\fR\(page[end...])"
        }.joined(separator: ", ")
    }

    private func entry(_ name: String, _ help: String) -> [String] { [".TP", name] + Roff.text(help) }

    private func paragraphs(_ text: String) -> [String] {
        text.split(separator: "\n\n").flatMap { [".PP"] + Roff.text(String($0)) }
    }
}

/// Text in the notation of roff.
private enum Roff {
    /// Returns the lines of a paragraph. A command in backquotes is bold.
    static func text(_ text: String) -> [String] {
        let parts = text.split(separator: "`", omittingEmptySubsequences: false)
        guard parts.count % 2 == 1 else { return [line(escaped(text))] }
        let styled = parts.enumerated().map { index, part in
            index % 2 == 0 ? escaped(String(part)) : "\\fB\(escaped(String(part)))\\fR"
        }
        return [line(styled.joined())]
    }

    /// Keeps characters that commands contain from becoming typographic ones, and line breaks from ending the line.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "\\": escaped += "\\e"
            case "-": escaped += "\\-"
            case "'": escaped += "\\(aq"
            case "`": escaped += "\\(ga"
            case "^": escaped += "\\(ha"
            case "~": escaped += "\\(ti"
            case "\"": escaped += "\\(dq"
            case _ where character.isNewline: escaped += " "
            default: escaped.append(character)
            }
        }
        return escaped
    }

    /// A full stop at the beginning of a line would be a request.
    private static func line(_ text: String) -> String { text.hasPrefix(".") ? "\\&" + text : text }
}
