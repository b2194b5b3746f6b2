struct GermanLogout: LogoutWording {
    let title = "Abmelden?"
    func asked(service: String) -> Phrase { "\(service) möchte Sie abmelden." }
    let remembered = "In diesem Browser kommen Sie ohne Ihr Gerät zu diesen Websites:"
    let consequence = "Nach dem Abmelden fragen sie wieder nach Ihrem Gerät."
    let logOut = "Abmelden"

    let done = "Sie sind abgemeldet"
    func doneAt(service: String) -> Phrase { "In diesem Browser fragt \(service) wieder nach Ihrem Gerät." }
    let doneEverywhere = "In diesem Browser kommen Sie zu keiner Website ohne Ihr Gerät."
    let openPages = "Seiten, die noch offen sind, bleiben vielleicht angemeldet: Melden Sie sich auch dort ab."
}
