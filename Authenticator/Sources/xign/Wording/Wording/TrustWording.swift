import Terminal

/// The command `trust`.
protocol TrustWording: Sendable {
    var help: CommandHelp { get }
    /// The argument `SOURCE`.
    var source: String { get }
    /// The option `--fingerprint`.
    var fingerprint: String { get }
    /// The option `--epoch`.
    var epoch: String { get }

    /// Returns the line that names the manager.
    func manager(_ idmIdentifier: String) -> Text
    /// Returns the line with the fingerprint, below ``manager(_:)``.
    func fingerprint(_ words: String) -> Text
    /// Returns the line with the epoch, below ``fingerprint(_:)``.
    /// - Parameter day: its day; nil for the first one, and for a number that is no time.
    func epoch(_ number: Int64, since day: String?) -> Text
    /// Returns the warning that the root keys differ from those that are trusted so far.
    func changed(_ known: String) -> Text
    /// The question for the comparison.
    var question: Text { get }
    /// The message after the person saw a difference.
    var declined: Text { get }
    /// The message after the given words differed.
    var differs: Text { get }
    /// Returns the message for key material of an older epoch than the published one.
    func older(_ epoch: Int64, than published: Int64) -> Text
    /// The message where no person can compare.
    var noTerminal: Text { get }
    var alreadyTrusted: Text { get }
    var trusted: Text { get }
}
