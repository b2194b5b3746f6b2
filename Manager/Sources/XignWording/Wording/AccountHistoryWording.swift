import XignDomain

/// The history of an account, and what happened since the last visit.
package protocol AccountHistoryWording: Sendable {
    var title: String { get }
    var explanation: String { get }
    var empty: String { get }
    /// An upgraded manager still sorts the events of former years.
    var incomplete: String { get }
    /// The name of the filter for screen readers.
    var filter: String { get }
    /// - Parameter topic: nil for everything.
    func topic(_ topic: HistoryTopic?) -> String
    var byOperator: String { get }
    func network(_ network: String) -> Phrase
    /// A website that is gone, or the account pages.
    var ownPages: String { get }
    var notMe: String { get }
    var disowned: String { get }

    // "This was not me"
    var disownTitle: String { get }
    func disownQuestion(_ website: String) -> Phrase
    var login: String { get }
    var device: String { get }
    var disownEffects: [String] { get }
    var disownLimit: String { get }
    var disown: String { get }
    var disownedTitle: String { get }
    func disownedExplanation(_ device: String) -> Phrase
    var lock: String { get }
    var lockExplanation: String { get }
    var lookAtDevices: String { get }

    // Notices
    var noticesTitle: String { get }
    var noticesAdvice: String { get }
}
