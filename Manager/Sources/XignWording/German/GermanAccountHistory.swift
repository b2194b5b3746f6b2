import XignDomain

struct GermanAccountHistory: AccountHistoryWording {
    let title = "Verlauf"
    let explanation = "Was mit Ihrem Konto geschehen ist, das Neueste zuerst."
    let empty = "Hier steht nichts."
    let incomplete =
        "Ältere Ereignisse werden nach einer Aktualisierung noch sortiert. Sehen Sie in einigen Minuten noch einmal nach."
    let filter = "Teile des Verlaufs"
    let byOperator = "durch den Betreiber"
    let ownPages = "Ihre Kontoseiten"
    let notMe = "Das war ich nicht"
    let disowned = "Das waren Sie nicht"
    let disownTitle = "War diese Anmeldung nicht von Ihnen?"
    let login = "Anmeldung"
    let device = "Gerät"
    let disownEffects = [
        "Die Website verliert den Zugriff auf Ihre Daten aus dieser Anmeldung.",
        "Browser, die dieses Gerät auf diesen Seiten angemeldet hat, werden abgemeldet, alle außer diesem.",
        "Ihre Geräte und der Betreiber erfahren davon.",
    ]
    let disownLimit =
        "Die Website selbst kann Sie angemeldet lassen: Melden Sie sich auch dort ab. Das Gerät kann sich weiter "
        + "anmelden, bis es gesperrt oder entfernt ist."
    let disown = "Ja, das war ich nicht"
    let disownedTitle = "Diese Anmeldung ist beendet"
    let lock = "Dieses Gerät sperren"
    let lockExplanation =
        "Wer sich damit anmeldet, kennt seine PIN. Sperren Sie es dauerhaft: Dann kann es sich nicht mehr anmelden. Das "
        + "bestätigen Sie mit einem anderen Gerät."
    let lookAtDevices = "Ihre Geräte ansehen"
    let noticesTitle = "Seit Ihrem letzten Besuch"
    let noticesAdvice = "Waren Sie das nicht? Prüfen Sie Ihre Geräte, und entfernen Sie fremde."

    func network(_ network: String) -> Phrase { "aus dem Netz \(network)" }
    func disownQuestion(_ website: String) -> Phrase { "Es geht um diese Anmeldung: \(website)" }
    func disownedExplanation(_ device: String) -> Phrase {
        "Wir haben alles beendet, was diese Anmeldung geöffnet hat. Bestätigt wurde sie mit dem Gerät \(device)."
    }

    func topic(_ topic: HistoryTopic?) -> String {
        switch topic {
        case nil: "Alles"
        case .logins: "Anmeldungen"
        case .devices: "Geräte"
        case .account: "Konto und Daten"
        }
    }
}
