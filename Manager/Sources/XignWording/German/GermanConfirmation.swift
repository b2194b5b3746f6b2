struct GermanConfirmation: ConfirmationWording {
    let title = "Auf Ihrem Gerät bestätigen"
    let comparison = "Ihr Gerät zeigt diesen Satz. Wenn nicht, lehnen Sie dort ab."
    let cancel = "Abbrechen"
    let back = "Zurück"
    let proceed = "Weiter"
    let states: any ConfirmationStateWording = GermanConfirmationStates()
}

private struct GermanConfirmationStates: ConfirmationStateWording {
    let waiting = StateText("Warten auf Ihr Gerät")
    let claimed = StateText("Machen Sie auf Ihrem Gerät weiter")
    func pairing(_ digits: String, with authenticators: Authenticators) -> StateText {
        StateText(
            title: "Ziffern auf Ihrem Gerät eingeben", "Geben Sie auf Ihrem Gerät \(digits) ein",
            alternative: authenticators == .appOrBrowser
                ? nil : "Ohne Ziffern: Brechen Sie ab, beginnen Sie neu, und scannen Sie mit dem Scanner Ihrer App.")
    }
    let confirming = StateText("Ihr Gerät wartet auf Ihre Bestätigung")
    let confirmed = StateText(heading: "Bestätigt", "Einen Moment")
    let confirmedHere = StateText(
        "Bestätigt", advice: "Gehen Sie dorthin zurück, wo Sie bestätigt haben: Von dort kommen Sie hierher.")
    let collectedElsewhere = StateText(heading: "In einem anderen Tab fortgesetzt", "Diesen Tab können Sie schließen.")
    let cancelled = StateText(heading: "Abgelehnt", "Sie haben auf Ihrem Gerät abgelehnt. Es ist nichts geschehen.")
    let notMe = StateText(
        heading: "Es ist nichts geschehen", "Sie haben auf Ihrem Gerät angegeben, dass Sie das nicht waren.",
        advice: "Vielleicht hat jemand Ihr Konto in einem Browser geöffnet. Melden Sie alle Browser ab.")
    let wrongPairing = StateText(
        heading: "Es ist nichts geschehen", "Auf dem Gerät wurden andere Ziffern eingegeben als die dieser Seite.",
        advice:
            "Hat Ihnen jemand Ziffern genannt? Vielleicht ist Ihr Konto anderswo offen: Melden Sie alle Browser ab.",
        alternative: "Vertippt oder in einem anderen Tab abgelesen? Beginnen Sie neu, dann gibt es neue Ziffern.")
    let expired = StateText(heading: "Die Zeit ist abgelaufen", "Es ist nichts geschehen.")
}
