import Terminal

/// The command `delete`.
protocol DeleteWording: Sendable {
    var help: CommandHelp { get }
    /// The option `--yes`.
    var isAgreed: String { get }
    /// The message for the last administrator.
    var lastAdministrator: Text { get }
    var askName: Text { get }
    var otherName: Text { get }
    /// Returns the advice to a person who does not know whether the account was deleted.
    func unknown(at manager: String) -> Text
    var deleted: Text { get }
    /// The question about the keys of this device.
    var askForget: Text { get }
    func forgetLater(_ manager: String) -> Text
    var keysRemoved: Text { get }
}
