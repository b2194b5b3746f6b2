struct GermanLogout: LogoutWording {
    let title = "Abmelden?"
    func asked(service: String) -> Phrase { "\(service) möchte Sie abmelden." }
    let remembered = "In diesem Browser kommen Sie ohne Ihr Gerät zu diesen Websites:"
    let consequence = "Nach dem Abmelden fragen sie wieder nach Ihrem Gerät."
    let logOut = "Abmelden"

    let done = "Sie sind abgemeldet"
    func notRegistered(service: String, address: String) -> Phrase {
        "\(service) wollte Sie zu einer Adresse führen, die hier nicht als Logout-Adresse registriert ist: \(address)"
    }
    let tellOperator =
        "Informieren Sie den Betreiber der Website: Die Adresse muss genau so registriert sein, wie sie gesendet wird."
    func doneAs(accounts: [String]) -> Phrase { "Sie waren angemeldet als " + Phrase.list(accounts) + "." }
    let ended = "Diese Anmeldungen sind beendet:"
    func notTold(service: String) -> Phrase { "\(service) weiß nichts davon: Melden Sie sich auch dort ab." }
    func doneAt(service: String) -> Phrase { "In diesem Browser fragt \(service) wieder nach Ihrem Gerät." }
    let doneTogether = "In diesem Browser fragen diese Websites wieder nach Ihrem Gerät."
    let doneEverywhere = "In diesem Browser kommen Sie zu keiner Website ohne Ihr Gerät."
    let openPages = "Seiten, die noch offen sind, bleiben vielleicht angemeldet: Melden Sie sich auch dort ab."
}
