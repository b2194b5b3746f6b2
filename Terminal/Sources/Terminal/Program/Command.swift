/// A command of a program with its parameters, or a group of commands.
public struct Command: Sendable {
    /// The implementation of a command. It throws a ``CommandError`` on failure.
    public typealias Action = @Sendable (ParsedArguments, Console) throws -> Void

    let name: String
    let summary: String
    let discussion: String
    let parameters: [DeclaredParameter]
    let subcommands: [Command]
    let action: Action?

    /// - Parameters:
    ///   - name: one word of lower-case letters, digits and hyphens.
    ///   - summary: one sentence.
    ///   - discussion: further help; empty lines separate paragraphs.
    ///   - parameters: options, and arguments in the order of the command line.
    public init(
        _ name: String, _ summary: String, discussion: String = "", _ parameters: [any Declaration] = [],
        run: @escaping Action
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.parameters = parameters.map(\.declared)
        subcommands = []
        action = run
    }

    /// Makes a group, such as `user` for `user add` and `user list`.
    public init(_ name: String, _ summary: String, discussion: String = "", subcommands: [Command]) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        parameters = []
        self.subcommands = subcommands
        action = nil
    }
}
