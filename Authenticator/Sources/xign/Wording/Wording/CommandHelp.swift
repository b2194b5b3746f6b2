/// The help of a command.
struct CommandHelp: Sendable {
    /// One sentence.
    let summary: String
    /// Further help; empty lines separate paragraphs.
    var discussion = ""
}
