struct GermanLogin: LoginWording {
    let offeredBy = "Angeboten von"
    let website = "Website"
    let status: any LoginStatusWording = GermanLoginStatus()
    let code: any LoginCodeWording = GermanLoginCode()
    let actions: any LoginActionWording = GermanLoginActions()
    let instructions: any LoginInstructionWording = GermanLoginInstructions()
    let linkAlone: any LinkAloneWording = GermanLinkAlone()

    func title(service: String) -> Phrase { "Bei \(service) anmelden" }
}

private struct GermanLoginStatus: LoginStatusWording {
    let waiting = "Scannen Sie diesen Code mit Ihrer Authenticator-App"
    let scanned = "Code gescannt: Machen Sie auf Ihrem Gerät weiter"
    let confirming = "Ihr Gerät wartet auf Ihre Bestätigung"
    let awaitingReturn = "Bestätigt: Kehren Sie aus der App zu diesem Browser zurück"
    let returned = "Es ging in einem anderen Tab weiter. Diesen hier können Sie schließen."
    let cancelled = "Sie haben die Anmeldung auf Ihrem Gerät abgebrochen"
    let notMe = "Sie haben angegeben, dass Sie das nicht waren. Niemand wurde angemeldet."
    let expired = "Dieser Code ist abgelaufen"

    func resultReady(host: String) -> Phrase { "Bestätigt. Es geht zurück zu \(host)" }
}

private struct GermanLoginCode: LoginCodeWording {
    let label = "Anmeldecode"
    let fileTitle = "QR-Code"

    func picture(service: String) -> Phrase { "QR-Code für die Anmeldung bei \(service)" }
    func timeLeft(_ time: String) -> Phrase { "Noch \(time)" }
}

private struct GermanLoginActions: LoginActionWording {
    let onThisDevice = "Auf diesem Gerät?"
    let openInApp = "In der App öffnen"
    let newCode = "Neuer Code"
    let newCodeForYourDevice = "Nicht Ihr Gerät? Neuer Code"
    let beginAgain = "Neuen Code anzeigen"

    func proceed(host: String) -> Phrase { "Weiter zu \(host)" }
    func back(host: String) -> Phrase { "Zurück zu \(host)" }
}

private struct GermanLoginInstructions: LoginInstructionWording {
    let label = "So geht es"

    func warning(host: String) -> Phrase { "Scannen Sie diesen Code nur, wenn Sie \(host) selbst geöffnet haben." }

    func steps(service: String) -> [Phrase] {
        [
            "Öffnen Sie Ihre Authenticator-App und scannen Sie den Code.",
            "Prüfen Sie, ob Ihr Gerät \(service) nennt.",
            "Bestätigen Sie dort. Diese Seite geht von selbst weiter.",
        ]
    }
}

private struct GermanLinkAlone: LinkAloneWording {
    let waiting = "Weiter mit der Authenticator-App auf diesem Gerät"
    let opened = "In Ihrer App geöffnet: Machen Sie dort weiter"
    let expired = "Dieser Link ist abgelaufen"
    let newLink = "Neuer Link"
    let newLinkForYourDevice = "Nicht Ihr Gerät? Neuer Link"
    let beginAgain = "Neuen Link anzeigen"
    let instructions: any LoginInstructionWording = GermanLinkAloneInstructions()
}

private struct GermanLinkAloneInstructions: LoginInstructionWording {
    let label = "So geht es"

    func warning(host: String) -> Phrase { "Öffnen Sie die App nur, wenn Sie \(host) selbst geöffnet haben." }

    func steps(service: String) -> [Phrase] {
        [
            "Benutzen Sie ein Gerät mit Ihrer Authenticator-App, und öffnen Sie die App von hier aus.",
            "Prüfen Sie, ob die App \(service) nennt.",
            "Bestätigen Sie dort. Die App bringt Sie in diesen Browser zurück.",
        ]
    }
}
