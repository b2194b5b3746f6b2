struct GermanAuthenticator: AuthenticatorWording {
    let title = "Authenticator-Seite"
    let oneMoment = "Einen Moment."
    let needsScripts =
        "Diese Seite braucht JavaScript: Sie ist ein Authenticator und bewahrt Ihre Schlüssel in diesem Browser auf. "
        + "Nichts wurde bestätigt, und niemand wurde angemeldet."
    let toOverview = "Zur Übersicht"
    let unsuitable = Refusal(
        title: "Dieser Browser kann kein Authenticator sein",
        whatHappened: "Ihm fehlt eine Art der Verschlüsselung oder des Speichers. Private Fenster haben oft keinen "
            + "Speicher.",
        whatToDo: "Öffnen Sie den Link in einem normalen Fenster eines aktuellen Browsers, oder verwenden Sie eine "
            + "Authenticator-App.")

    func refusal(_ refusal: AuthenticatorRefusal) -> Refusal {
        switch refusal {
        case .unexpected:
            Refusal(
                title: "Das hat nicht geklappt",
                whatHappened: "Damit hat niemand gerechnet. Es wurde nichts bestätigt.",
                whatToDo: "Laden Sie diese Seite neu, und beginnen Sie noch einmal. Bleibt es so, dann sagen Sie es "
                    + "dem Betreiber.")
        }
    }
}
