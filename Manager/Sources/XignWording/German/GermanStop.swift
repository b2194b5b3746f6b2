struct GermanStop: StopWording {
    let title = "Soll es gestoppt werden?"
    func device(_ name: String, account: String) -> Phrase {
        "Das Gerät \(name) wurde mit dem Konto \(account) verbunden."
    }
    func code(account: String) -> Phrase {
        "Der Betreiber hat einen Code erstellt, der ein Gerät mit dem Konto \(account) verbindet."
    }
    func since(_ time: String) -> Phrase { "Verbunden: \(time)" }
    func until(_ time: String) -> Phrase { "Benutzbar bis: \(time)" }
    let yours = "Waren Sie das, oder haben Sie darum gebeten? Dann schließen Sie diese Seite."
    let consequence =
        "Wenn Sie es stoppen, kann sich das Gerät nicht mehr anmelden, und der Code verbindet keines mehr."
    let stop = "Das war ich nicht: stoppen"
    let asksNothing = "Diese Seite fragt Sie nach nichts: keine PIN, kein Code, keine Anmeldung."

    let stopped = "Es ist gestoppt"
    let next =
        "Sehen Sie jetzt die Geräte Ihres Kontos an, ändern Sie Ihre PIN, wenn jemand sie kennen könnte, und bitten "
        + "Sie den Betreiber um Hilfe."
    let over = "Hier ist nichts mehr zu stoppen"
    let overNext =
        "Es ist beendet, oder ein Tag ist vergangen. Waren Sie das nicht? Sperren Sie das Gerät auf der Seite Ihres "
        + "Kontos, oder bitten Sie den Betreiber um Hilfe."
    let lastAdministrator = "Dieses Gerät bleibt"
    let lastAdministratorNext =
        "Ohne dieses Gerät könnte niemand diesen Manager verwalten. Bitten Sie den Betreiber an der Maschine um "
        + "Hilfe."
}
