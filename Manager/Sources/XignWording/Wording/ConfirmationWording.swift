/// The page on which an act at the account pages waits for its confirmation on a device.
package protocol ConfirmationWording: Sendable {
    /// The title, and the heading until the process ends.
    var title: String { get }
    /// The comparison that the person has to make, below the sentence of the act.
    var comparison: String { get }
    var cancel: String { get }
    /// Back to the page that asked.
    var back: String { get }
    var proceed: String { get }
    var states: any ConfirmationStateWording { get }
}

/// The states of a confirmation, as those of a login.
package protocol ConfirmationStateWording: Sendable {
    var waiting: StateText { get }
    var claimed: StateText { get }
    func pairing(_ digits: String, with authenticators: Authenticators) -> StateText
    var confirming: StateText { get }
    var confirmed: StateText { get }
    var confirmedHere: StateText { get }
    var collectedElsewhere: StateText { get }
    var cancelled: StateText { get }
    var notMe: StateText { get }
    var wrongPairing: StateText { get }
    var expired: StateText { get }
}
