/// The page of a mailed link that stops a device, a code for one, or a recovery.
package protocol StopWording: Sendable {
    var ofDevice: StopWords { get }
    var ofCode: StopWords { get }
    var ofRecovery: StopWords { get }

    func device(_ name: String, account: String) -> Phrase
    func code(account: String) -> Phrase
    /// - Parameter time: replaced by the moment.
    func since(_ time: String) -> Phrase
    func until(_ time: String) -> Phrase
    /// The sentence about a recovery that somebody has begun.
    func recovery(account: String) -> Phrase
    func begun(_ time: String) -> Phrase
    func goesOn(_ time: String) -> Phrase
    var yours: String { get }
    var asksNothing: String { get }

    /// The advice after something was stopped.
    var next: String { get }
    /// The advice after a recovery was stopped.
    var nextAfterRecovery: String { get }
    /// The heading and the advice for a link whose time is over.
    var over: String { get }
    var overNext: String { get }
    /// The heading and the advice for the device of the last administrator.
    var lastAdministrator: String { get }
    func lastAdministratorNext(host: String) -> Phrase
}

/// The texts that name what a link stops.
package struct StopWords: Sendable {
    /// The title and the heading of the question.
    package let title: String
    package let consequence: String
    /// The button.
    package let stop: String
    /// The title and the heading afterwards.
    package let stopped: String
}
