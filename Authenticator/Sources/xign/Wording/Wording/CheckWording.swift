import Terminal
import XignSDK

/// The command `check`.
protocol CheckWording: Sendable {
    var help: CommandHelp { get }

    // MARK: Labels, with a colon, and values

    var system: Text { get }
    var patchLevel: Text { get }
    var checks: Text { get }
    func version(_ number: Int32) -> Text
    var superuser: Text { get }
    func isSuperuser(_ isRooted: Bool) -> Text
    var foreignCode: Text { get }
    func isForeign(_ isHooked: Bool) -> Text
    var keys: Text { get }
    /// Returns the place where the first activation would make keys.
    func noKeysYet(_ store: KeyStoreType) -> Text
    /// The place of keys in files, where a TPM could be used.
    var filesDespiteTPM: Text { get }
    var tpm: Text { get }
    var tpmReady: Text { get }

    // MARK: Findings

    /// The meaning of running as superuser and the remedy, in lines that fit a terminal.
    var superuserExplained: Text { get }
    /// The meaning of foreign code and the remedy, in lines that fit a terminal.
    var foreignCodeExplained: Text { get }
    /// Returns the message that ends the command, for at least one finding.
    func findings(isRooted: Bool, isHooked: Bool) -> Text
}
