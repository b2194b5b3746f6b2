struct GermanAccountWebsites: AccountWebsitesWording {
    let title = "Websites und Apps"
    let explanation = "Bei diesen Websites und Apps haben Sie sich mit Ihrem Konto angemeldet."
    let empty = "Noch keine Anmeldungen."
    let withdrawn = "widerrufen"
    let offeredBy = "Angeboten von"
    let website = "Adresse im Web"
    let firstUse = "Zuerst benutzt"
    let lastUse = "Zuletzt benutzt"
    let receivedTitle = "Zuletzt erhalten"
    let receivedNothing = "Nichts außer der Kennung unten, an der man Sie dort erkennt."
    let receivedUnknown = "Darüber gibt es keine Aufzeichnung."
    let typed = "bei der Anmeldung eingegeben"
    let subject = "Ihre Kennung dort"
    let subjectExplanation =
        "Jede Website kennt Sie unter einer eigenen Kennung. Nennen Sie sie, wenn Sie dort nach Ihren Daten fragen."
    let choicesTitle = "Ihre Auswahl"
    let choicesExplanation =
        "Die nächste Anmeldung sendet diese Werte, ohne zu fragen, welcher es sein soll. Vergessen Sie eine Auswahl, um "
        + "wieder gefragt zu werden."
    let forget = "Auswahl vergessen"
    let withdraw = "Widerrufen"
    let offlineAccessTitle = "Dauerhafter Zugriff"
    let offlineAccessExplanation =
        "Die Website erhält dieselben Daten wie bei Ihrer letzten Anmeldung dort, ohne Sie erneut zu fragen. Sie können "
        + "das jederzeit beenden und sich dort weiterhin anmelden."
    let endOfflineAccess = "Dauerhaften Zugriff beenden"
    let withdrawTitle = "Zugriff einer Website widerrufen"
    let withdrawDetails =
        "Sie verliert den Zugriff auf Ihre Daten, und Ihre Auswahl für sie wird vergessen. Ihre Kennung dort bleibt."
    let withdrawLimit = "Was dort schon ist, bleibt dort. Bitten Sie dort um Löschung."

    func lastUsed(_ time: String) -> Phrase { "Zuletzt benutzt \(time)" }
    func mayComeBack(until time: String) -> Phrase { "Darf bis \(time) ohne Sie wiederkommen" }
    func withdrawEffect(_ website: String) -> Phrase {
        "\(website) erhält nichts mehr, bis Sie sich dort wieder anmelden."
    }
    func askAt(_ place: String) -> Phrase { "Dort können Sie fragen: \(place)" }
    func withdrawnSince(_ time: String) -> Phrase {
        "Widerrufen \(time). Die Website erhält nichts mehr, bis Sie sich dort wieder anmelden."
    }
}
