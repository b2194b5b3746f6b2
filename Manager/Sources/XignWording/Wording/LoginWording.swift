/// The login page.
package protocol LoginWording: Sendable {
    /// The title and the heading.
    func title(service: String) -> Phrase
    /// The label of the organization's name.
    var offeredBy: String { get }
    /// The label of the website's host.
    var website: String { get }
    var status: any LoginStatusWording { get }
    var code: any LoginCodeWording { get }
    var actions: any LoginActionWording { get }
    var instructions: any LoginInstructionWording { get }
    var linkAlone: any LinkAloneWording { get }
}

/// The state of a login, in a sentence for its user.
package protocol LoginStatusWording: Sendable {
    var waiting: String { get }
    var scanned: String { get }
    var confirming: String { get }
    /// Confirmed: the browser goes back to the website by itself.
    func resultReady(host: String) -> Phrase
    /// Confirmed on the browser's own device: the user has to return from the app.
    var awaitingReturn: String { get }
    /// The login went on in another tab.
    var returned: String { get }
    var cancelled: String { get }
    /// The user said on the device: this was not me.
    var notMe: String { get }
    var expired: String { get }
}

/// The part of the login page with the QR code.
package protocol LoginCodeWording: Sendable {
    /// The part's name for screen readers.
    var label: String { get }
    /// The picture's description for screen readers.
    func picture(service: String) -> Phrase
    /// The title inside the picture's file.
    var fileTitle: String { get }
    /// The countdown until the login expires, with a time such as `4:05`.
    func timeLeft(_ time: String) -> Phrase
}

/// The links and buttons of the login page.
package protocol LoginActionWording: Sendable {
    /// The question in front of `openInApp`.
    var onThisDevice: String { get }
    var openInApp: String { get }
    /// To the website, after a login.
    func proceed(host: String) -> Phrase
    /// Replaces a code that nobody has scanned.
    var newCode: String { get }
    /// Replaces a code that somebody has scanned.
    var newCodeForYourDevice: String { get }
    /// Begins again after the end of a login without result.
    var beginAgain: String { get }
    /// To the website, without a login.
    func back(host: String) -> Phrase
}

/// The steps of a login, and the warning in front of them.
package protocol LoginInstructionWording: Sendable {
    /// The part's name for screen readers.
    var label: String { get }
    /// A warning of codes that somebody else presents.
    func warning(host: String) -> Phrase
    func steps(service: String) -> [Phrase]
}

/// The texts of a login page that has a link to the app and no QR code, where they differ.
package protocol LinkAloneWording: Sendable {
    var waiting: String { get }
    /// A device has started with the link.
    var opened: String { get }
    var expired: String { get }
    var newLink: String { get }
    var newLinkForYourDevice: String { get }
    var beginAgain: String { get }
    var instructions: any LoginInstructionWording { get }
}
