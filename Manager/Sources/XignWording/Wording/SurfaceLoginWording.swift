/// The ways into a surface and out of it.
package protocol SurfaceLoginWording: Sendable {
    func title(host: String) -> Phrase
    /// A sentence on what one can do here.
    var explanation: String { get }
    var logIn: String { get }
    /// The advice to somebody who cannot log in.
    var needsDevice: String { get }

    /// The page for a browser that another site has sent.
    var fromElsewhereTitle: String { get }
    var fromElsewhere: String { get }

    /// The question of a browser's first session.
    func isThatYou(account: String) -> Phrase
    /// The reason of the question.
    var whyAsked: String { get }
    func yes(account: String) -> Phrase
    var no: String { get }

    var logOutTitle: String { get }
    func logOutExplanation(account: String) -> Phrase
    var loggedOutTitle: String { get }
    var loggedOutExplanation: String { get }
    var logInAgain: String { get }
}

/// A title and one or two sentences: what happened, what to do.
package struct ProblemWords: Sendable {
    package let title: String
    package let whatHappened: String
    package let whatToDo: String
}
