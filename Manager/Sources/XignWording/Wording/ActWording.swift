/// The sentences that a device shows before its user confirms an act.
///
/// Page, device and evidence have the same words. A device shows each value on a line of its own (protocol, section 9),
/// so a sentence has no quotation marks around a value. It ends with one: words that follow a value would begin a line
/// in the middle of a sentence. Between two values is only a label, such as `Account:`.
package protocol ActWording: Sendable {
    func connectDevice(_ alias: String, account: String) -> Phrase
    func removeDevice(_ alias: String, account: String) -> Phrase
    func lockDevice(_ alias: String, account: String) -> Phrase
    func exportData(account: String) -> Phrase
    func deleteAccount(_ account: String) -> Phrase
    /// The name of a device that has none yet.
    var unnamedDevice: String { get }
}
