import Terminal

/// The command `forget`.
protocol ForgetWording: Sendable {
    var help: CommandHelp { get }
    /// The argument `MANAGER`.
    var manager: String { get }
    /// Returns the consequences, in lines.
    func consequences(for account: String, at manager: String) -> [Text]
    /// Returns the report of a pending activation.
    func pending(at manager: String) -> Text
    func notActivated(at manager: String) -> Text
    var question: Text { get }
    var declined: Text { get }
    var revoked: Text { get }
    /// The report that only this device knows of it.
    var removedHereAlone: Text { get }
}
