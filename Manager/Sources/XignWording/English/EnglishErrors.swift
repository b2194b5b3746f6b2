struct EnglishErrors: ErrorWording {
    func requestID(_ id: String) -> Phrase { "Request id \(id)" }
    let details = "Details"
    func back(host: String) -> Phrase { "Back to \(host)" }

    func refusal(_ code: RefusalCode) -> Refusal {
        switch code {
        case .unknownService:
            Refusal(
                title: "This website is not known here",
                whatHappened: "The website that sent you here is not registered, or was switched off.",
                whatToDo: "Go back and tell the website's operator.")
        case .redirectURINotRegistered:
            Refusal(
                title: "You cannot be taken back",
                whatHappened: "The address that you would be taken back to is not registered for the website that sent "
                    + "you here.",
                whatToDo: "Go back and tell the website's operator: the redirect URI must be registered exactly as it "
                    + "is sent.")
        case .logoutNotVerified:
            Refusal(
                title: "You cannot be logged out like this",
                whatHappened: "The website that sent you here did not say in a way that can be checked who is to be "
                    + "logged out.",
                whatToDo: "Log out on the website itself, and tell its operator: id_token_hint must be an ID token "
                    + "of the client that client_id names.")
        case .malformed:
            Refusal(
                title: "This request cannot be read",
                whatHappened: "Your browser sent something else than is expected here.",
                whatToDo: "Go back to where you began, and try again.")
        case .loginOfAnotherBrowser:
            Refusal(
                title: "This login cannot go on here",
                whatHappened: "It was begun in another browser, is long over, or your browser keeps no cookies.",
                whatToDo: "Go back to the website where you began, and log in again in this browser.")
        case .fromAnotherSite:
            Refusal(
                title: "This did not come from our page",
                whatHappened: "Another website or program sent the request, so nothing was done.",
                whatToDo: "Go back to where you began, and try again.")
        case .tooManyRequests:
            Refusal(
                title: "Too many logins at the moment",
                whatHappened: "From the network that you are in, more logins were begun than are accepted at a time.",
                whatToDo: "Wait a minute, then go back to the website and log in again.")
        case .returnedElsewhere:
            Refusal(
                title: "Go back to the browser where you began",
                whatHappened:
                    "The login that your device confirmed was not begun in this browser, so nobody was logged "
                    + "in here.",
                whatToDo: "Open the address that your device gave you in the browser where you began. If you began "
                    + "nowhere, and only followed a link that somebody sent you, close this page: nobody gets in.")
        case .loginUsed:
            Refusal(
                title: "This login was used already",
                whatHappened: "Its result was handed to the website once, and is never handed out a second time.",
                whatToDo: "If you are not logged in there, go back to the website and log in again.")
        case .requestEnded:
            Refusal(
                title: "This request to log in has ended",
                whatHappened: "A website's request is good for a few minutes and for one login. This one is too old, "
                    + "or somebody has logged in with it already.",
                whatToDo: "Go back to the website, and log in again.")
        case .notFound:
            Refusal(
                title: "There is no page here",
                whatHappened: "The address is not quite right, or the page is gone.",
                whatToDo: "Check the address, or go back to where you found it.")
        case .notAPage:
            Refusal(
                title: "This address cannot be opened directly",
                whatHappened: "It belongs to a button on another page.",
                whatToDo: "Go back to the website where you began, and log in again.")
        case .networkTooBusy:
            Refusal(
                title: "Too many requests at the moment",
                whatHappened: "More requests come from your network than are accepted at a time.",
                whatToDo: "Wait a minute, then open the page again.")
        case .unavailable:
            Refusal(
                title: "Not available at the moment",
                whatHappened: "This site has too much to do, or cannot reach its data.",
                whatToDo: "Wait a moment, then open the page again.")
        case .notEncrypted:
            Refusal(
                title: "This connection is not encrypted",
                whatHappened: "Your browser asked without https, so nothing was done: others could have read along.",
                whatToDo: "Go back to the website where you began. If you come here again, tell its operator.")
        case .internalError:
            Refusal(
                title: "This did not work",
                whatHappened: "Something went wrong here, not in your browser.",
                whatToDo: "Try again in a moment. If it happens again, tell the operator the request id below.")
        }
    }
}
