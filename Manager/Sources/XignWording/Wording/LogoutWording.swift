/// The pages on which browsers are logged out.
package protocol LogoutWording: Sendable {
    /// The title and the heading of the question.
    var title: String { get }
    /// The reason for the question, where a website is known.
    func asked(service: String) -> Phrase
    /// The words before the names of the websites at which this browser repeats logins.
    var remembered: String { get }
    /// The consequence for these websites.
    var consequence: String { get }
    var logOut: String { get }

    /// The title and the heading afterwards.
    var done: String { get }
    /// The reason why the browser was not sent on: a website's address is not registered.
    func notRegistered(service: String, address: String) -> Phrase
    /// The advice for that case.
    var tellOperator: String { get }
    /// The names of the accounts whose logins have ended.
    /// - Parameter accounts: at least one.
    func doneAs(accounts: [String]) -> Phrase
    /// The words before the names of the websites at which a logout of the browser, or of a shared login, has ended
    /// logins.
    var ended: String { get }
    /// The advice for a website among them that takes no logouts.
    func notTold(service: String) -> Phrase
    /// The consequence of a logout at one website.
    func doneAt(service: String) -> Phrase
    /// The consequence of a logout at several websites at once.
    var doneTogether: String { get }
    /// The consequence of a logout of the browser.
    var doneEverywhere: String { get }
    /// The advice about pages of websites that are still open.
    var openPages: String { get }
}
