import Terminal

/// The command `accounts`, and the choice of an account.
protocol AccountsWording: Sendable {
    var help: CommandHelp { get }
    /// The titles of the table: manager, account, device, factors, keys.
    var columns: [Text] { get }
    /// The word in place of the account of a pending activation.
    var pending: Text { get }
    /// Returns the report of a pending activation: the manager may have it, and this device does not know.
    func pending(at manager: String) -> Text
    /// The report of a device without any activation.
    var none: Text { get }

    // MARK: Choosing an account

    /// The message for a command that needs an account, on a device without one.
    var noneYet: Text { get }
    func several(_ managers: [String]) -> Text
    /// Returns the message for a manager where this device is not activated.
    /// - Parameter nearest: the most similar manager.
    func notActivated(at manager: String, nearest: String?) -> Text
}
