import Terminal

/// The command `activate`, and the code with which it begins.
protocol ActivateWording: Sendable {
    var help: CommandHelp { get }
    /// The option `--alias`.
    var alias: String { get }
    /// The option `--key-store`.
    var keyStore: String { get }
    /// The option `--pin-stdin`.
    var pinStdin: String { get }

    /// Returns the line that names the manager, above the other facts.
    func manager(_ idmIdentifier: String) -> Text
    func account(_ name: String) -> Text
    func invited(by organization: String) -> Text
    func service(_ name: String) -> Text
    /// Returns the line about the place of the keys.
    func keys(_ place: Text) -> Text
    /// The question for the PIN that belongs to the code.
    var askActivationPIN: Text { get }
    /// Returns the warning of wrong activation PINs.
    func wrongAttempts(_ count: Int) -> Text
    /// Returns the message for a code that was used.
    func alreadyUsed(_ moment: PointInTime) -> Text
    /// Returns the report that this device has an account, which accepts the invitation.
    func hasAccount(_ name: String) -> Text
    func activated(for account: String, as device: String) -> Text
    /// Returns the message for an activation that the manager may have, and that this device cannot store.
    /// - Parameter reason: the message about the storage, with its remedy; nil if there is no room.
    func notStored(at manager: String, _ reason: Text?) -> Text
    /// The report that the PIN of this device is that of an earlier run.
    var keepsEarlierPIN: Text { get }
    /// The report that the entered PIN is that of this device.
    var keepsPIN: Text { get }
}
