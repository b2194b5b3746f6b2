struct GermanStage: StageWording {
    let label = "Ihr Gerät"
    let picture = "QR-Code für Ihr Gerät"
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
    func openHere(with authenticators: Authenticators) -> Phrase {
        switch authenticators {
        case .app(let name?): "In \(name) öffnen"
        case .app(nil): "In der App öffnen"
        case .appOrBrowser: "Auf diesem Gerät weiter"
        }
    }
    func cancel(host: String) -> Phrase { "Abbrechen, zurück zu \(host)" }
    func back(host: String) -> Phrase { "Zurück zu \(host)" }
    func proceed(host: String) -> Phrase { "Weiter zu \(host)" }
}
