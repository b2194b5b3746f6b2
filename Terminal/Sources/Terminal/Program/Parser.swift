import Spelling

/// A parser of command lines with the syntax of getopt_long: `--name value`, `--name=value`, `-n value`, `-nvalue`,
/// `-abc`; options and arguments in any order; `--` ends the options.
///
/// It is stricter in three points, on which scripts rely: names cannot be abbreviated, an option with one value cannot
/// be repeated, and a declared option is not used as the value of the option before it. getopt_long itself keeps its
/// state in global variables and reorders the arguments in place.
struct Parser {
    enum Outcome {
        case run(Command.Action, ParsedArguments)
        case help(path: [Command])
        case version
    }

    private let program: Program
    private var path: [Command] = []
    private var words: ArraySlice<String>
    private var arguments: [String] = []
    private var given: [String: [String]] = [:]

    static func parse(_ words: [String], for program: Program) throws(UsageError) -> Outcome {
        var parser = Parser(program: program, words: words[...])
        return try parser.parse()
    }

    private init(program: Program, words: ArraySlice<String>) {
        self.program = program
        self.words = words
    }

    private var commands: [Command] { path.last?.subcommands ?? program.commands }
    private var parameters: [DeclaredParameter] { program.common + (path.last?.parameters ?? []) }

    private mutating func parse() throws(UsageError) -> Outcome {
        var optionsEnded = false
        while let word = words.popFirst() {
            if optionsEnded || word == "-" || !word.hasPrefix("-") {
                try takeWord(word)
            } else if word == "--" {
                optionsEnded = true
            } else if word == "--help" || word == "-h" && !isDeclared("h") {
                return .help(path: path)
            } else if word == "--version", path.isEmpty {
                return .version
            } else if word.hasPrefix("--") {
                try takeLongOption(word.dropFirst(2))
            } else {
                try takeShortOptions(word.dropFirst())
            }
        }
        guard let action = path.last?.action else { throw usageError(.commandMissing(known: commands.map(\.name))) }
        return .run(action, try decode())
    }

    // MARK: Words

    private mutating func takeWord(_ word: String) throws(UsageError) {
        guard !commands.isEmpty else { return arguments.append(word) }
        guard let command = commands.first(where: { $0.name == word }) else {
            throw usageError(.commandUnknown(word, nearest: Spelling.nearest(to: word, among: commands.map(\.name))))
        }
        path.append(command)
    }

    private mutating func takeLongOption(_ text: Substring) throws(UsageError) {
        let (name, value) = text.splitOnce(at: "=")
        guard let option = parameters.map(\.definition).first(where: { $0.kind != .argument && $0.name == name }) else {
            let names = parameters.map(\.definition).filter { $0.kind != .argument }.map(\.name) + ["help"]
            let nearest = Spelling.nearest(to: String(name), among: names)
            throw usageError(.optionUnknown("--\(name)", nearest: nearest.map { "--" + $0 }))
        }
        if option.kind == .flag {
            guard value == nil else { throw usageError(.valueNotTaken(option: option.label)) }
            given[option.label, default: []].append("")
        } else {
            if let value { try give(option, String(value)) } else { try give(option, try nextValue(of: option)) }
        }
    }

    private mutating func takeShortOptions(_ text: Substring) throws(UsageError) {
        var rest = text
        while let letter = rest.popFirst() {
            guard let option = parameters.map(\.definition).first(where: { $0.short == letter }) else {
                throw usageError(.letterUnknown(letter))
            }
            if option.kind == .flag {
                given[option.label, default: []].append("")
            } else {
                try give(option, rest.isEmpty ? try nextValue(of: option) : String(rest))
                return
            }
        }
    }

    private mutating func nextValue(of option: DeclaredParameter.Definition) throws(UsageError) -> String {
        guard let word = words.popFirst() else { throw usageError(.valueMissing(option: option.label)) }
        let name = word.hasPrefix("--") ? word.dropFirst(2).splitOnce(at: "=").0 : ""
        let isOption = parameters.map(\.definition).contains { $0.kind != .argument && $0.name == name }
        guard word != "--", !isOption else {
            throw usageError(.valueAmbiguous(option: option.label, word: word))
        }
        return word
    }

    private mutating func give(_ option: DeclaredParameter.Definition, _ value: String) throws(UsageError) {
        guard option.repeats || given[option.label] == nil else {
            throw usageError(.optionRepeated(option.label))
        }
        given[option.label, default: []].append(value)
    }

    private func isDeclared(_ short: Character) -> Bool { parameters.contains { $0.definition.short == short } }

    // MARK: Values

    private mutating func decode() throws(UsageError) -> ParsedArguments {
        var rest = arguments[...]
        for parameter in parameters.map(\.definition) where parameter.kind == .argument {
            let taken = rest.prefix(parameter.repeats ? rest.count : 1)
            if taken.isEmpty, parameter.isRequired { throw usageError(.argumentMissing(parameter.label)) }
            given[parameter.label] = Array(taken)
            rest = rest.dropFirst(taken.count)
        }
        if let excess = rest.first { throw usageError(.argumentUnexpected(excess)) }

        var values: [String: any Sendable] = [:]
        for parameter in parameters {
            let (label, texts) = (parameter.definition.label, given[parameter.definition.label] ?? [])
            // An unset variable of a script must not become the root folder or the present one.
            if parameter.definition.isPath, texts.contains("") { throw usageError(.valueEmpty(parameter: label)) }
            do {
                values[label] = try parameter.decode(texts)
            } catch is InvalidValue where texts.contains("") {
                throw usageError(.valueEmpty(parameter: label))
            } catch is InvalidValue {
                throw usageError(.valueRefused(texts.joined(separator: " "), parameter: label))
            } catch {
                throw UsageError("\(label): \(program.failure(for: error).message)")
            }
        }
        return ParsedArguments(values: values)
    }

    // MARK: Messages

    private func usageError(_ problem: UsageProblem) -> UsageError {
        let help = ([program.name] + path.map(\.name) + ["--help"]).joined(separator: " ")
        return UsageError(program.wording.message(problem, help: help))
    }
}

extension Substring {
    fileprivate func splitOnce(at separator: Character) -> (Substring, Substring?) {
        guard let index = firstIndex(of: separator) else { return (self, nil) }
        return (self[..<index], self[self.index(after: index)...])
    }
}
