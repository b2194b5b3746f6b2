import Logging
import XignDomain
import XignHTTP

/// Why a browser's request cannot go on, in the words of the page that says so.
struct PageRefusal: Error, Equatable {
    let status: XignHTTP.Status
    /// Stable; appears in logs.
    let code: String
    let title: String
    let whatHappened: String
    let whatToDo: String
    /// For the log alone.
    private(set) var sent = SentByWebsite()

    /// The same refusal, with what the website sent.
    func naming(_ sent: SentByWebsite) -> PageRefusal {
        var refusal = self
        refusal.sent = sent
        return refusal
    }

    static let unknownService = PageRefusal(
        status: .badRequest, code: "unknownService", title: "This website is not known here",
        whatHappened: "The website that sent you here is not registered, or was switched off.",
        whatToDo: "Go back and tell the website's operator.")

    static let redirectURINotRegistered = PageRefusal(
        status: .badRequest, code: "redirectURINotRegistered", title: "You cannot be taken back",
        whatHappened:
            "The address that you would be taken back to is not registered for the website that sent you here.",
        whatToDo: "Go back and tell the website's operator: the redirect URI must be registered exactly as it is sent.")

    static let malformed = PageRefusal(
        status: .badRequest, code: "malformed", title: "This request cannot be read",
        whatHappened: "What your browser sent is not in the form that is expected here.",
        whatToDo: "Go back to the website where you began, and log in again.")

    /// Of sessions that do not exist, too: whoever has only the address learns nothing.
    static let loginOfAnotherBrowser = PageRefusal(
        status: .notFound, code: "loginOfAnotherBrowser", title: "This login cannot go on here",
        whatHappened: "It was begun in another browser, is long over, or your browser keeps no cookies.",
        whatToDo: "Go back to the website where you began, and log in again in this browser.")

    static let fromAnotherSite = PageRefusal(
        status: .forbidden, code: "fromAnotherSite", title: "Something else tried to use this login",
        whatHappened: "The request did not come from the login page, so nothing was done.",
        whatToDo: "Go back to the website where you began, and log in again.")

    static let tooManyRequests = PageRefusal(
        status: .tooManyRequests, code: "tooManyRequests", title: "Too many logins at the moment",
        whatHappened: "From the network that you are in, more logins were begun than are accepted at a time.",
        whatToDo: "Wait a minute, then go back to the website and log in again.")

    /// Of a secret that is nobody's, too.
    static let returnedElsewhere = PageRefusal(
        status: .forbidden, code: "returnedElsewhere", title: "Go back to the browser where you began",
        whatHappened: "The login that your app confirmed was not begun in this browser, so nobody was logged in here.",
        whatToDo: "Open the address that your app gave you in the browser where you began. If you began nowhere, and "
            + "only followed a link that somebody sent you, close this page: nobody gets in.")

    static let loginUsed = PageRefusal(
        status: .gone, code: "loginUsed", title: "This login was used already",
        whatHappened: "Its result was handed to the website once, and is never handed out a second time.",
        whatToDo: "If you are not logged in there, go back to the website and log in again.")
}
