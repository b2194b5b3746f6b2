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
    /// The consequence of a logout at one website.
    func doneAt(service: String) -> Phrase
    /// The consequence of a logout of the browser.
    var doneEverywhere: String { get }
    /// The advice about pages of websites that are still open.
    var openPages: String { get }
}
