import Terminal

/// The command `invitation`.
protocol InvitationWording: Sendable {
    var help: CommandHelp { get }
    /// The argument `CODE`, which is optional.
    var code: String { get }
    /// The option `--pin-stdin`.
    var pinStdin: String { get }
    var askCode: Text { get }
    var askPIN: Text { get }
    var accepted: Text { get }
    func noAccountYet(at idmIdentifier: String) -> Text
}
