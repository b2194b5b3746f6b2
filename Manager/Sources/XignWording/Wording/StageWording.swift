/// The part of a page with a code and a link for the app, on the pages of logins and confirmations.
package protocol StageWording: Sendable {
    /// The part's name for screen readers.
    var label: String { get }
    /// The picture's description for screen readers.
    var picture: String { get }
    /// The countdown until the process expires, with a time such as `4:05`.
    func timeLeft(_ time: String) -> Phrase
    /// An announcement for screen readers.
    var lastMinute: String { get }
    /// The notice while nobody answers. The page tries again by itself.
    /// - Parameter provider: the operator's name; nil where none is declared.
    func outage(of provider: String?) -> Phrase
    /// The question in front of `openHere`, where a code stands beside it.
    var onThisDevice: String { get }
    /// The link that opens the authenticator on this device.
    func openHere(with authenticators: Authenticators) -> Phrase
    /// Discloses the code, where the link stands first.
    var otherDevice: String { get }
    /// Stops the process, and leads back.
    func cancel(host: String) -> Phrase
    /// Back without a result.
    func back(host: String) -> Phrase
    /// On with the result.
    func proceed(host: String) -> Phrase

    // For browsers without scripts.

    /// An explanation in front of `lookAgain`.
    var doesNotFollow: String { get }
    var lookAgain: String { get }
    var hideCode: String { get }
    var showCode: String { get }
}
