struct GermanConfirmation: ConfirmationWording {
    let title = "Auf Ihrem Gerät bestätigen"
    let comparison = "Ihr Gerät zeigt diesen Satz. Wenn nicht, lehnen Sie dort ab."
    let cancel = "Abbrechen"
    let back = "Zurück"
    let proceed = "Weiter"
    let states: any ConfirmationStateWording = GermanConfirmationStates()
}

private struct GermanConfirmationStates: ConfirmationStateWording {
    let waiting = StateText("Warten auf Ihre Authenticator-App")
    let scanned = StateText("Machen Sie auf Ihrem Gerät weiter")
    let confirming = StateText("Ihr Gerät wartet auf Ihre Bestätigung")
    let resultReady = StateText(heading: "Bestätigt", "Einen Moment")
    let awaitingReturn = StateText("Bestätigt", advice: "Kehren Sie aus der App zu diesem Browser zurück.")
    let returned = StateText(heading: "In einem anderen Tab fortgesetzt", "Diesen Tab können Sie schließen.")
    let cancelled = StateText(heading: "Abgelehnt", "Sie haben auf Ihrem Gerät abgelehnt. Es ist nichts geschehen.")
    let notMe = StateText(
        heading: "Es ist nichts geschehen", "Sie haben auf Ihrem Gerät angegeben, dass Sie das nicht waren.",
        advice: "Vielleicht hat jemand Ihr Konto in einem Browser geöffnet. Melden Sie alle Browser ab.")
    let expired = StateText(heading: "Die Zeit ist abgelaufen", "Es ist nichts geschehen.")
}
