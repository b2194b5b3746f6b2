/// The page of a mailed link that stops a device.
package protocol StopWording: Sendable {
    /// The title and the heading of the question.
    var title: String { get }
    func device(_ name: String, account: String) -> Phrase
    func code(account: String) -> Phrase
    /// - Parameter time: replaced by the moment.
    func since(_ time: String) -> Phrase
    func until(_ time: String) -> Phrase
    var yours: String { get }
    var consequence: String { get }
    var stop: String { get }
    var asksNothing: String { get }

    /// The title and the heading afterwards, with the advice.
    var stopped: String { get }
    var next: String { get }
    /// The heading and the advice for a link whose time is over.
    var over: String { get }
    var overNext: String { get }
    /// The heading and the advice for the device of the last administrator.
    var lastAdministrator: String { get }
    var lastAdministratorNext: String { get }
}
