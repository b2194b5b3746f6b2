/// The state of a login as its browser sees it: nothing about the user (protocol, section 6).
///
/// The phase `confirmed` of a process is `done` here where the device is another one, and `confirmed` where it is the
/// browser's own and the app has not sent its user back yet.
package enum LoginState: Sendable, Equatable {
    /// Nobody has scanned the code yet.
    case waiting
    /// A device has started with the code.
    /// - Parameter pairing: the digits that the user has to type on the device; nil where none are asked for.
    case scanned(pairing: String? = nil)
    /// The device shows the statement to confirm.
    case confirming
    /// Confirmed on another device. The browser may fetch the result.
    case resultReady
    /// Confirmed on the browser's own device. The result waits until the app has sent the user back to the browser.
    case awaitingReturn
    /// The app has sent the user back, and the browser has fetched the result in another tab.
    case returned
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
    package static func all(pairing: String) -> [LoginState] {
        [
            .waiting, .scanned(), .scanned(pairing: pairing), .confirming, .resultReady, .awaitingReturn, .returned,
            .cancelled, .notMe, .wrongPairing, .expired, .switchedOff,
        ]
    }

    /// The state and its reason in one word, by which the page's style and script know it.
    package var name: String {
        switch self {
        case .waiting: "waiting"
        case .scanned(pairing: nil): "scanned"
        case .scanned: "scanned-pairing"
        case .confirming: "confirming"
        case .resultReady: "done"
        case .awaitingReturn: "confirmed"
        case .returned: "returned"
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
        case .scanned(let pairing?): #"{"state":"scanned","pairing":"\#(pairing)"}"#
        case .waiting, .scanned, .confirming, .resultReady, .awaitingReturn, .returned, .expired, .switchedOff:
            #"{"state":"\#(name)"}"#
        }
    }

    /// True for a state that ends the event stream.
    package var isFinal: Bool {
        switch self {
        case .waiting, .scanned, .confirming, .awaitingReturn: false
        case .resultReady, .returned, .cancelled, .notMe, .wrongPairing, .expired, .switchedOff: true
        }
    }
}
