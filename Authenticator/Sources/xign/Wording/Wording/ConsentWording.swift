import Terminal

/// The request of a login as a person sees it, and the question for consent.
protocol ConsentWording: Sendable {
    /// The answers to a question for consent, with their letters.
    var answers: Text { get }
    /// Returns the meaning of an answer in lower case; nil for any other answer.
    func consent(_ answer: String) -> Consent?
    /// The question of a login.
    var question: Text { get }

    // MARK: The screen: labels, with a colon, and values

    var logInAt: Text { get }
    var address: Text { get }
    /// The address of a service whose logins are in an app.
    var noAddress: Text { get }
    var runBy: Text { get }
    var confirmedBy: Text { get }
    var role: Text { get }
    /// The label of an access that continues without the person.
    var offlineAccess: Text { get }
    func offlineAccess(until day: String) -> Text
    var receives: Text { get }
    /// Returns the data that every service receives.
    func basics(_ list: DataList) -> Text
    /// Returns the heading of the list after all questions about data.
    func willReceive(_ service: String) -> Text
}

/// The place of the list of the further data that a service receives. Each login has one list, so that nobody compares
/// two of them.
enum DataList: Hashable, Sendable {
    /// The service receives no further data.
    case none
    /// The list follows.
    case here
    /// The list follows the questions about the data.
    case afterQuestions
}
