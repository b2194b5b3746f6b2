import Terminal

/// The command `login`, and the options that `login` and `inapp` share.
protocol LoginWording: Sendable {
    /// Returns the help of `login`.
    /// - Parameter attributes: the names of attributes in options.
    func help(attributes: [String]) -> CommandHelp
    /// The option `--scanned`.
    var scanned: String { get }

    // MARK: Shared options

    var role: String { get }
    var set: String { get }
    var alias: String { get }
    var include: String { get }
    var without: String { get }
    /// The option `--with`.
    var factors: String { get }
    /// The option `--yes`.
    var isAgreed: String { get }
    /// The option `--decline`.
    var isDeclined: String { get }
    /// The option `--not-me`.
    var isForeign: String { get }
    var pinStdin: String { get }
    /// The message for both `--decline` and `--not-me`.
    var declinedTwice: Text { get }

    // MARK: Conversation

    func askRole(at service: String) -> Text
    func noRole(_ name: String, roles: [String]) -> Text
    /// Returns the report of a login whose browser continues by itself.
    func loggedIn(at service: String) -> Text
    /// Returns the report of a login that a browser on this device must complete.
    func confirmed(at service: String) -> Text
    /// The report that the browser was opened.
    var continueInBrowser: Text { get }
    /// The words above the address to open.
    var openAddress: Text { get }
    /// Returns the warning of failed attempts since the last login.
    func failedAttempts(_ count: Int) -> Text
}
