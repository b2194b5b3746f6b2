struct EnglishLogout: LogoutWording {
    let title = "Log out?"
    func asked(service: String) -> Phrase { "\(service) asks to log you out." }
    let remembered = "In this browser, these websites let you in without your device:"
    let consequence = "After you log out, they ask for your device again."
    let logOut = "Log out"

    let done = "You are logged out"
    func notRegistered(service: String, address: String) -> Phrase {
        "\(service) asked to lead you to an address that is not registered as a logout address: \(address)"
    }
    let tellOperator = "Tell the website's operator: the address must be registered exactly as it is sent."
    func doneAs(accounts: [String]) -> Phrase { "You were logged in as " + Phrase.list(accounts) + "." }
    let ended = "These logins have ended:"
    func notTold(service: String) -> Phrase { "\(service) was not told: log out there, too." }
    func doneAt(service: String) -> Phrase { "In this browser, \(service) asks for your device again." }
    let doneTogether = "In this browser, these websites ask for your device again."
    let doneEverywhere = "In this browser, no website lets you in without your device."
    let openPages = "Pages that are still open may stay logged in: log out there, too."
}
