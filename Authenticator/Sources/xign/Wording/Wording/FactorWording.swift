import Terminal

/// The commands `factor` and `factor add`.
protocol FactorWording: Sendable {
    var help: CommandHelp { get }
    var addHelp: CommandHelp { get }
    /// The argument `FACTOR`.
    var factor: String { get }
    /// The message about the biometric factor, which this system cannot have.
    var noBiometrics: Text { get }
    /// The messages about the factors that every activation has.
    var hasPIN: Text { get }
    var hasDevice: Text { get }
    /// The message about factors that no manager supports.
    var notYet: Text { get }
    /// Returns the message for a name of no factor.
    func unknown(_ name: String, nearest: String?) -> Text
    /// Returns the message for a factor with which `xign` cannot sign.
    func notOfXign(_ name: String) -> Text
}
