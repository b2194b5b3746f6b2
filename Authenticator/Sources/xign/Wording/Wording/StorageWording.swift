import Terminal
import XignSDK

/// The home folder, the keys in it, and files and servers that it is filled from.
protocol StorageWording: Sendable {
    // MARK: Files and servers

    func cannotRead(file path: String) -> Text
    /// Returns the message for a file with certificates that cannot be read.
    func cannotRead(certificates path: String) -> Text
    /// Returns the message for key material that cannot be read.
    func cannotRead(keyMaterial path: String) -> Text
    func tooLargeForKeyMaterial(_ source: String) -> Text
    /// Returns the message for an answer of a server that is too large.
    func tooLargeForKeyMaterial(answerOf host: String) -> Text
    func notAnAddress(_ text: String) -> Text
    func notEncrypted(_ address: String) -> Text
    /// Returns the message for a server that gave no answer.
    /// - Parameter reason: a clause of `NetworkWording`.
    func unreachable(_ host: String, _ reason: Text) -> Text
    func redirected(from host: String, to target: String) -> Text
    func answered(_ url: String, status: Int) -> Text
    /// Returns the message for an address where not the manager answered.
    /// - Parameter kind: a clause of `NetworkWording`.
    func answered(_ url: String, by kind: Text) -> Text
    func notAServiceFile(_ path: String) -> Text
    /// The message where `--ca-file` is not supported.
    var noAuthorityFile: Text { get }

    // MARK: The home folder

    /// Returns the message for a file or folder that cannot be used.
    /// - Parameter kind: nil for a reason of no kind.
    func unusable(_ path: String, _ kind: StorageProblem.Kind?) -> Text
    /// Returns the report of a device in the home folder of passwd(5), which is not used.
    func deviceElsewhere(_ folder: String) -> Text
    /// The message for a user without a home folder.
    var noHome: Text { get }
    /// Returns the message for a variable of the environment that is not UTF-8.
    func notText(variable name: String) -> Text
    func writableByOthers(_ path: String) -> Text

    // MARK: Keys

    /// Returns the place of the keys, after "the keys are".
    func place(_ store: KeyStoreType) -> Text
    func damaged(record path: String) -> Text
    /// Returns the message for keys that are wanted in another store than the one in use.
    func cannotMove(from store: KeyStoreType) -> Text
    /// Returns the message while another activation of the same home uses another store.
    func busy(with store: KeyStoreType) -> Text
    func notAKeyStore(_ name: String, known: [String]) -> Text

    // MARK: The TPM

    /// Returns the reason why a TPM cannot hold keys, in sentences.
    func reason(_ problem: TPMProblem) -> Text
    /// Returns the message for an activation that needs the TPM.
    func noKeysInTPM(_ problem: TPMProblem) -> Text
    /// Returns the message for keys that are in a TPM, and cannot be used.
    func lockedInTPM(_ problem: TPMProblem) -> Text
}
