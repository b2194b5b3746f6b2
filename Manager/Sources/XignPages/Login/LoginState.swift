/// The state of a login as its browser sees it: nothing about the user (protocol, section 6).
///
/// The phase `confirmed` of a process is `done` here where the device is another one, and `confirmed` where it is the
/// browser's own and the app has not sent its user back yet. A raw value is the state and its reason in one word, by
/// which the page's style and script know it.
package enum LoginState: String, Sendable, Equatable, CaseIterable {
    /// Nobody has scanned the code yet.
    case waiting
    /// A device has started with the code.
    case scanned
    /// The device shows the statement to confirm.
    case confirming
    /// Confirmed on another device. The browser may fetch the result.
    case resultReady = "done"
    /// Confirmed on the browser's own device. The result waits until the app has sent the user back to the browser.
    case awaitingReturn = "confirmed"
    /// The app has sent the user back, and the browser has fetched the result in another tab.
    case returned
    /// The user pressed "cancel" on the device.
    case cancelled = "declined-cancelled"
    /// The user said on the device: this was not me.
    case notMe = "declined-notMe"
    case expired

    /// The data of the event `state` on the login page's event stream.
    package var eventData: String {
        switch self {
        case .cancelled: #"{"state":"declined","reason":"cancelled"}"#
        case .notMe: #"{"state":"declined","reason":"notMe"}"#
        case .waiting, .scanned, .confirming, .resultReady, .awaitingReturn, .returned, .expired:
            #"{"state":"\#(rawValue)"}"#
        }
    }

    /// True for a state that ends the event stream.
    package var isFinal: Bool {
        switch self {
        case .waiting, .scanned, .confirming, .awaitingReturn: false
        case .resultReady, .returned, .cancelled, .notMe, .expired: true
        }
    }
}
