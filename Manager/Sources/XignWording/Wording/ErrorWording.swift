/// The pages of refused requests.
package protocol ErrorWording: Sendable {
    /// Returns the words for one refusal.
    func refusal(_ code: RefusalCode) -> Refusal
    /// The id with which an operator finds the request in the log.
    func requestID(_ id: String) -> Phrase
    /// The heading of what only an operator needs, where it is folded.
    var details: String { get }
    /// The link to the website that the login was for.
    func back(host: String) -> Phrase
}

/// The words for one refusal, without anything that only an operator may know.
package struct Refusal: Sendable {
    /// A few words, for the title and the heading.
    package let title: String
    /// One or two sentences.
    package let whatHappened: String
    package let whatToDo: String
}
