struct GermanStage: StageWording {
    let label = "Ihr Gerät"
    let picture = "QR-Code für Ihre Authenticator-App"
    let lastMinute = "Noch eine Minute"
    let onThisDevice = "Auf diesem Gerät?"
    let otherDevice = "Anderes Gerät benutzen"
    let doesNotFollow = "Sehen Sie nach, sobald Sie bestätigt haben: Ohne JavaScript merkt diese Seite das nicht."
    let lookAgain = "Nachsehen"
    let hideCode = "Code verbergen"
    let showCode = "Code anzeigen"

    func timeLeft(_ time: String) -> Phrase { "Noch \(time)" }
    func outage(of provider: String?) -> Phrase {
        "\(provider ?? "Diese Website") antwortet gerade nicht. Lassen Sie diese Seite offen: Sie macht von selbst weiter."
    }
    func openInApp(_ app: String?) -> Phrase { app.map { "In \($0) öffnen" } ?? "In der App öffnen" }
    func cancel(host: String) -> Phrase { "Abbrechen, zurück zu \(host)" }
    func back(host: String) -> Phrase { "Zurück zu \(host)" }
    func proceed(host: String) -> Phrase { "Weiter zu \(host)" }
}
