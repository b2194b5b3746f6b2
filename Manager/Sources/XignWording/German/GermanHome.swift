struct GermanHome: HomeWording {
    let explanation =
        "Websites leiten Sie hierher, damit Sie sich mit Ihrem Gerät anmelden. Auf dieser Seite selbst "
        + "beginnt nichts."
    let whatToDo = "Öffnen Sie die Website, die Sie benutzen wollen, und melden Sie sich dort an."

    func title(name: String) -> Phrase { "Anmeldedienst von \(name)" }
}
