/// What the browser may know about a login: nothing about the user (section 6 of the protocol).
package enum LoginState: Sendable, Equatable, CaseIterable {
    /// Nobody has scanned the code yet.
    case waiting
    /// A device has started with the code.
    case scanned
    /// The device shows what it is to confirm.
    case confirming
    /// Confirmed. The browser may fetch the result.
    case done
    /// Confirmed on the device that the browser is on: the app must send the user back to it.
    case confirmed
    /// The app has done so, and the browser has got the result in another tab.
    case returned
    /// The user pressed "cancel" on the device.
    case cancelled
    /// The user said on the device: this was not me.
    case notMe
    case expired

    /// The data of the event `state` on the login page's event stream.
    package var eventData: String {
        switch self {
        case .waiting: #"{"state":"waiting"}"#
        case .scanned: #"{"state":"scanned"}"#
        case .confirming: #"{"state":"confirming"}"#
        case .done: #"{"state":"done"}"#
        case .confirmed: #"{"state":"confirmed"}"#
        case .returned: #"{"state":"returned"}"#
        case .cancelled: #"{"state":"declined","reason":"cancelled"}"#
        case .notMe: #"{"state":"declined","reason":"notMe"}"#
        case .expired: #"{"state":"expired"}"#
        }
    }

    /// The state and its reason in one word, by which the page's style and script know it.
    package var name: String {
        switch self {
        case .waiting: "waiting"
        case .scanned: "scanned"
        case .confirming: "confirming"
        case .done: "done"
        case .confirmed: "confirmed"
        case .returned: "returned"
        case .cancelled: "declined-cancelled"
        case .notMe: "declined-notMe"
        case .expired: "expired"
        }
    }

    /// Whether the event stream ends with this state.
    package var isFinal: Bool {
        switch self {
        case .waiting, .scanned, .confirming, .confirmed: false
        case .done, .returned, .cancelled, .notMe, .expired: true
        }
    }
}
