/// The state of a login as its browser sees it: nothing about the user (protocol, section 6).
///
/// The cases have the names of the process's phases. The words of page and protocol are older (`name`): `done` is
/// `confirmed` on another device, and `confirmed` is `confirmedHere`.
package enum PageState: Sendable, Equatable {
    /// Nobody has scanned the code yet.
    case waiting
    /// A device has started with the code.
    /// - Parameter pairing: the digits that the user has to type on the device; nil where none are asked for.
    case claimed(pairing: String? = nil)
    /// The device shows the statement to confirm.
    case confirming
    /// Confirmed on another device. The browser may fetch the result.
    case confirmed
    /// Confirmed on the browser's own device. The result waits until the app has sent the user back to the browser.
    case confirmedHere
    /// The app has sent the user back, and the browser has fetched the result in another tab.
    case collectedElsewhere
    /// The user pressed "cancel" on the device.
    case cancelled
    /// The user said on the device: this was not me.
    case notMe
    /// The digits that the user typed were wrong or missing.
    case wrongPairing
    case expired
    /// The operator has switched the website off.
    case switchedOff

    /// The states in their order, with the digits of a pairing.
    package static func all(pairing: String) -> [PageState] {
        [
            .waiting, .claimed(), .claimed(pairing: pairing), .confirming, .confirmed, .confirmedHere,
            .collectedElsewhere,
            .cancelled, .notMe, .wrongPairing, .expired, .switchedOff,
        ]
    }

    /// The state and its reason in one word, by which the page's style and script know it.
    package var name: String {
        switch self {
        case .waiting: "waiting"
        case .claimed(pairing: nil): "scanned"
        case .claimed: "scanned-pairing"
        case .confirming: "confirming"
        case .confirmed: "done"
        case .confirmedHere: "confirmed"
        case .collectedElsewhere: "returned"
        case .cancelled: "declined-cancelled"
        case .notMe: "declined-notMe"
        case .wrongPairing: "declined-pairing"
        case .expired: "expired"
        case .switchedOff: "switchedOff"
        }
    }

    /// The data of the event `state` on the login page's event stream.
    package var eventData: String {
        switch self {
        case .cancelled: #"{"state":"declined","reason":"cancelled"}"#
        case .notMe: #"{"state":"declined","reason":"notMe"}"#
        case .wrongPairing: #"{"state":"declined","reason":"pairing"}"#
        case .claimed(let pairing?): #"{"state":"scanned","pairing":"\#(pairing)"}"#
        case .waiting, .claimed, .confirming, .confirmed, .confirmedHere, .collectedElsewhere, .expired, .switchedOff:
            #"{"state":"\#(name)"}"#
        }
    }

    /// True for a state that ends the event stream.
    package var isFinal: Bool {
        switch self {
        case .waiting, .claimed, .confirming, .confirmedHere: false
        case .confirmed, .collectedElsewhere, .cancelled, .notMe, .wrongPairing, .expired, .switchedOff: true
        }
    }
}
