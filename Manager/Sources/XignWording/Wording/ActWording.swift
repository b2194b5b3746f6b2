/// The sentences that a device shows before its user confirms an act.
///
/// Page, device and evidence have the same words. A device shows each value on a line of its own (protocol, section 9),
/// so a sentence has no quotation marks around a value. It ends with one: words that follow a value would begin a line
/// in the middle of a sentence. Between two values is only a label, such as `Account:`.
package protocol ActWording: Sendable {
    func connectDevice(_ alias: String, account: String) -> Phrase
    func removeDevice(_ device: NamedDevice, account: String) -> Phrase
    func lockDevice(_ device: NamedDevice, account: String) -> Phrase
    func exportData(account: String) -> Phrase
    func deleteAccount(_ account: String) -> Phrase
    func removeAddress(_ address: String, account: String) -> Phrase
    func makeRecoveryCode(account: String) -> Phrase
    func removeRecoveryCode(account: String) -> Phrase
    /// - Parameter roles: the roles with their services, as one value.
    func acceptJoin(organization: String, roles: String, account: String) -> Phrase
    /// The name of a device that has none yet.
    var unnamedDevice: String { get }
}

/// A device as the sentence of an act names it.
///
/// The name alone would tell too little: anybody in an open page of the account can exchange the names of two devices.
/// Nobody can change the rest.
package struct NamedDevice: Sendable, Equatable {
    /// The name that its user has chosen, or the words for none.
    let name: String
    /// The operating system, or the words for a browser; nil while the activation waits for its device.
    let system: String?
    /// The day on which it was connected, in UTC; nil while the activation waits for its device.
    let connected: String?
    /// The beginning of its id.
    let id: String

    package init(name: String, system: String?, connected: String?, id: String) {
        self.name = name
        self.system = system
        self.connected = connected
        self.id = id
    }
}

extension Phrase {
    /// Makes the sentence of an act on a device: words, the device's name, and further names with a label each. A name
    /// that is nil is left out with its label.
    init(_ words: String, _ device: NamedDevice, _ names: [(label: String, name: String?)]) {
        let further = names.flatMap { label, name -> [Part] in
            name.map { [.words(" \(label) "), .value($0)] } ?? []
        }
        self.init(parts: [.words("\(words) "), .value(device.name)] + further)
    }
}
