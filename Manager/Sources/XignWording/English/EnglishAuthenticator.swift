struct EnglishAuthenticator: AuthenticatorWording {
    let title = "Authenticator"
    let oneMoment = "One moment."
    let needsScripts =
        "This page needs JavaScript: it is an authenticator, and keeps your keys in this browser. Nothing was "
        + "confirmed, and nobody was logged in."
    let toOverview = "To the overview"
    let unsuitable = Refusal(
        title: "This browser cannot be an authenticator",
        whatHappened: "It lacks a kind of cryptography or of storage. A private window often has no storage.",
        whatToDo: "Open the link in a regular window of a current browser, or use an authenticator app.")

    func refusal(_ refusal: AuthenticatorRefusal) -> Refusal {
        switch refusal {
        case .unexpected:
            Refusal(
                title: "That did not work",
                whatHappened: "Something happened that nobody expected. Nothing was confirmed.",
                whatToDo: "Load this page anew, then begin again. If it stays so, tell the operator.")
        }
    }
}
