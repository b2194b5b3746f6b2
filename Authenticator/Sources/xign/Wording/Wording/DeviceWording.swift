import Terminal

/// The devices of an account: the commands `activation list`, `new`, `rename` and `revoke`.
protocol DeviceWording: Sendable {
    var help: CommandHelp { get }
    var listHelp: CommandHelp { get }
    var newHelp: CommandHelp { get }
    var renameHelp: CommandHelp { get }
    var revokeHelp: CommandHelp { get }
    /// The option `--alias` of `activation new`.
    var newAlias: String { get }
    /// The option `--pin-stdin` of `activation new`.
    var newPinStdin: String { get }
    /// The option `--qr` of `activation new`.
    var newPicture: String { get }
    /// The argument `NAME` of `activation rename`.
    var newName: String { get }
    /// The argument `DEVICE` of `activation revoke`.
    var device: String { get }

    // MARK: The list

    /// The system of an authenticator that is a page in a browser.
    var inBrowser: Text { get }
    /// The titles of the table: name, system, state, id, manager.
    var columns: [Text] { get }
    /// Returns the state of a code that waits for its device.
    /// - Parameter time: the time of the day.
    func waiting(until time: String) -> Text
    /// Returns the state of a device in use.
    /// - Parameter since: nil if the day is unknown.
    func inUse(since: PointInTime?, isThisDevice: Bool) -> Text
    /// Returns the message for a text that can mean several devices: as a name, or as the beginning of an id.
    /// - Parameter candidates: their whole ids, and their states.
    func several(_ name: String, _ candidates: [(id: String, state: Text)]) -> Text
    func missing(_ name: String, nearest: String?) -> Text
    /// The message for this device, which cannot remove itself.
    var isThisDevice: Text { get }

    // MARK: Acts

    func renamed(_ name: String, at manager: String) -> Text
    func removed(_ name: String) -> Text
    /// The question for the name of a new device.
    var askName: Text { get }
    /// The message for an account that may have no further device or code.
    var tooMany: Text { get }
    /// The advice to a person who does not know whether a code was made.
    var unknown: Text { get }
    /// The instruction for a new code.
    var scan: Text { get }
    /// Returns the line that names the file with the code.
    func inPicture(_ file: String) -> Text
    /// - Parameter time: the time of the day.
    func validUntil(_ time: String) -> Text
    /// The words above a link.
    var openLink: Text { get }
    /// Returns the words above the command for the new device.
    func withXign(_ manager: String) -> Text

    // MARK: Names

    var noName: Text { get }
    func tooLong(bytes limit: Int) -> Text
}
