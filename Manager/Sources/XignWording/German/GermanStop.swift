struct GermanStop: StopWording {
    let ofDevice = StopWords(
        title: "Dieses Gerät stoppen?", consequence: "Das Gerät kann sich dann nicht mehr anmelden.",
        stop: "Das war ich nicht: Gerät stoppen", stopped: "Das Gerät ist gestoppt")
    let ofCode = StopWords(
        title: "Diesen Code stoppen?", consequence: "Der Code verbindet dann kein Gerät.",
        stop: "Das war ich nicht: Code stoppen", stopped: "Der Code ist gestoppt")
    let ofRecovery = StopWords(
        title: "Diese Wiederherstellung stoppen?",
        consequence: "Dann bringt sie niemanden in das Konto, und Ihre Geräte bleiben.",
        stop: "Das war ich nicht: stoppen", stopped: "Die Wiederherstellung ist gestoppt")

    func device(_ name: String, account: String) -> Phrase {
        "Das Gerät \(name) wurde mit dem Konto \(account) verbunden."
    }
    func code(account: String) -> Phrase {
        "Der Betreiber hat einen Code erstellt, der ein Gerät mit dem Konto \(account) verbindet."
    }
    func recovery(account: String) -> Phrase { "Jemand stellt das Konto \(account) wieder her." }
    func begun(_ time: String) -> Phrase { "Begonnen: \(time)" }
    func goesOn(_ time: String) -> Phrase { "Weiter geht es: \(time)" }
    func since(_ time: String) -> Phrase { "Verbunden: \(time)" }
    func until(_ time: String) -> Phrase { "Benutzbar bis: \(time)" }
    let yours = "Waren Sie das, oder haben Sie darum gebeten? Dann schließen Sie diese Seite."
    let asksNothing = "Sie müssen hier nichts angeben: keine PIN, keinen Code."

    let next =
        "Sehen Sie jetzt die Geräte Ihres Kontos an. Ändern Sie Ihre PIN, wenn jemand sie kennen könnte. Bitten Sie "
        + "den Betreiber um Hilfe."
    let nextAfterRecovery =
        "Jemand hat Ihren Wiederherstellungscode und kann ein Postfach von Ihnen lesen. Melden Sie sich jetzt an, "
        + "erstellen Sie einen anderen Code, und ändern Sie das Passwort des Postfachs. Ohne Gerät bitten Sie den "
        + "Betreiber um Hilfe."
    let over = "Hier ist nichts mehr zu stoppen"
    let overNext =
        "Dies wurde schon gestoppt oder benutzt, oder die Zeit dafür ist vorbei. Waren Sie das nicht? Sehen Sie die "
        + "Geräte Ihres Kontos an, und sperren Sie, was Sie nicht kennen. Ohne Gerät bitten Sie den Betreiber um "
        + "Hilfe."
    let lastAdministrator = "Dieses Gerät bleibt"
    func lastAdministratorNext(host: String) -> Phrase {
        "Ohne dieses Gerät könnte niemand \(host) verwalten. Wenden Sie sich an die Menschen, die den Server betreiben."
    }
}
