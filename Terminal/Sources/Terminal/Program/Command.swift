/// One thing that a program does, with what it understands on the command line; or a group of such.
public struct Command: Sendable {
    /// What runs: returns when the work is done, throws a ``CommandError`` when it could not be.
    public typealias Action = @Sendable (ParsedArguments, Console) throws -> Void

    let name: String
    let summary: String
    let discussion: String
    let parameters: [DeclaredParameter]
    let subcommands: [Command]
    let action: Action?

    /// - Parameters:
    ///   - name: one word, of lower-case letters, digits and hyphens.
    ///   - summary: one sentence.
    ///   - discussion: what more there is to know; paragraphs are separated by an empty line.
    ///   - parameters: arguments are expected in this order.
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

    /// A group: `user` of `user add` and `user list`.
    public init(_ name: String, _ summary: String, discussion: String = "", subcommands: [Command]) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        parameters = []
        self.subcommands = subcommands
        action = nil
    }
}
