import Terminal

/// The commands `alias list` and `alias forget`.
protocol AliasWording: Sendable {
    var help: CommandHelp { get }
    var listHelp: CommandHelp { get }
    var forgetHelp: CommandHelp { get }
    /// The arguments of `alias forget`.
    var service: String { get }
    var attribute: String { get }

    /// The titles of the table: service, attribute, alias, manager.
    var columns: [Text] { get }
    var none: Text { get }
    func forgotten(_ attribute: String, of service: String) -> Text
    func severalManagers(_ service: String) -> Text
    func severalServices(_ service: String, ids: [String]) -> Text
    func missing(_ name: String, nearest: String?) -> Text
}
