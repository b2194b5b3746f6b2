/// A command of a program with its parameters, or a group of commands.
public struct Command: Sendable {
    /// The implementation of a command. It throws a ``CommandError`` on failure.
    public typealias Action = @Sendable (ParsedArguments, Console) throws -> Void

    let name: String
    let summary: String
    let discussion: String
    let parameters: [DeclaredParameter]
    let examples: [Example]
    let subcommands: [Command]
    let action: Action?

    /// - Parameters:
    ///   - name: one word of lower-case letters, digits and hyphens.
    ///   - summary: one sentence.
    ///   - discussion: further help; empty lines separate paragraphs.
    ///   - parameters: options, and arguments in the order of the command line.
    ///   - examples: of use, for help and manual.
    public init(
        _ name: String, _ summary: String, discussion: String = "", _ parameters: [any Declaration] = [],
        examples: [Example] = [], run: @escaping Action
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.parameters = parameters.map(\.declared)
        self.examples = examples
        subcommands = []
        action = run
    }

    /// Makes a group, such as `user` for `user add` and `user list`.
    public init(_ name: String, _ summary: String, discussion: String = "", subcommands: [Command]) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        (parameters, examples) = ([], [])
        self.subcommands = subcommands
        action = nil
    }
}

/// A command line that shows a use of a command.
public struct Example: Sendable, ExpressibleByStringLiteral {
    /// The line, with the program's name.
    let line: String
    /// The purpose, as one sentence; empty where the line says it.
    let purpose: String

    public init(_ line: String, _ purpose: String = "") { (self.line, self.purpose) = (line, purpose) }
    public init(stringLiteral line: String) { self.init(line) }
}
