/// The login page.
package protocol LoginWording: Sendable {
    /// The title, and the heading until the login ends.
    func title(service: String) -> Phrase
    /// The label of the organization's name.
    var offeredBy: String { get }
    /// The label of the website's host.
    var website: String { get }
    var states: any LoginStateWording { get }
    /// Where the code stands first.
    var code: any LoginInstructionWording { get }
    /// Where the link that opens the app stands first.
    var link: any LoginInstructionWording { get }
    /// The name of the steps for screen readers.
    var steps: String { get }
    /// Begins again, with a new code and new time.
    var startOver: String { get }
    /// Begins again after a device has answered that is not the person's own.
    var startOverWithYourDevice: String { get }
    /// Begins again, so that no digits are asked for.
    var startOverWithoutDigits: String { get }
    /// The label of the tick by which the browser remembers the login.
    /// - Parameter minutes: the time for which it does at most.
    func remember(minutes: Int) -> String
    /// The effect of the tick, and where to leave it out.
    func rememberHint(service: String) -> Phrase
    /// The button of the tick for browsers without scripts.
    var saveChoice: String { get }
    /// A link to the service's website, after a login without result.
    func toWebsite(of service: String) -> Phrase
    /// A link for people who have no account.
    var register: String { get }
    /// A link for people who no longer have their device.
    var lostDevice: String { get }
}

/// The states of a login.
package protocol LoginStateWording: Sendable {
    var waiting: StateText { get }
    /// A device has started.
    /// - Parameter host: nil for an app, of which the device names no host.
    func claimed(service: String, host: String?) -> StateText
    /// A device has started with a code that it did not scan itself: its user types the page's digits there.
    /// - Parameters:
    ///   - host: nil for an app, of which the device names no host.
    ///   - link: the button that opens the authenticator on the browser's own device; nil where there is none.
    func pairing(
        _ digits: String, service: String, host: String?, link: String?, with authenticators: Authenticators
    ) -> StateText
    /// The device shows what is to be confirmed.
    /// - Parameter host: nil for an app, of which the device names no host.
    func confirming(service: String, host: String?) -> StateText
    /// Confirmed: the browser goes back to the website by itself.
    func confirmed(host: String) -> StateText
    /// Confirmed on the browser's own device: the user has to return from the app.
    var confirmedHere: StateText { get }
    /// The login went on in another tab.
    var collectedElsewhere: StateText { get }
    var cancelled: StateText { get }
    /// The user said on the device: this was not me.
    var notMe: StateText { get }
    /// The digits that the user typed were not those of the page, or the device sent none.
    var wrongPairing: StateText { get }
    var expired: StateText { get }
    /// The operator has switched the website off since the page was opened.
    var switchedOff: StateText { get }
}

/// The steps of a login, and the warning in front of them.
package protocol LoginInstructionWording: Sendable {
    /// A warning of codes and links that somebody else presents.
    func warning(host: String) -> Phrase
    func steps(service: String, with authenticators: Authenticators) -> [Phrase]
}
