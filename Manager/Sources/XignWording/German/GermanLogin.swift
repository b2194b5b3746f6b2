struct GermanLogin: LoginWording {
    let offeredBy = "Angeboten von"
    let website = "Website"
    let states: any LoginStateWording = GermanLoginStates()
    let code: any LoginInstructionWording = GermanCodeInstructions()
    let link: any LoginInstructionWording = GermanLinkInstructions()
    let steps = "So geht es"
    let startOver = "Neu beginnen"
    let startOverWithYourDevice = "Nicht Ihr Gerät? Neu beginnen"
    let startOverWithoutDigits = "Ohne Ziffern neu beginnen"
    let saveChoice = "Auswahl speichern"
    let register = "Noch kein Konto?"
    let lostDevice = "Gerät verloren?"

    func remember(minutes: Int) -> String {
        let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
        let time =
            switch (hours, rest) {
            case (1, 0): "eine Stunde"
            case (_, 0): "\(hours) Stunden"
            case (_, _) where minutes == 1: "eine Minute"
            case (_, _): "\(minutes) Minuten"
            }
        return "Diesen Browser bis zu \(time) lang merken"
    }

    func rememberHint(service: String) -> Phrase {
        "\(service) fragt dann nicht nach Ihrem Gerät. Nicht auf gemeinsam genutzten Computern."
    }

    func title(service: String) -> Phrase { "Bei \(service) anmelden" }
    func toWebsite(of service: String) -> Phrase { "Zur Website von \(service)" }
}

private struct GermanLoginStates: LoginStateWording {
    let waiting = StateText("Warten auf Ihr Gerät")
    let confirmedHere = StateText(
        "Bestätigt", advice: "Gehen Sie dorthin zurück, wo Sie bestätigt haben: Von dort kommen Sie hierher.")
    let collectedElsewhere = StateText(heading: "In einem anderen Tab fortgesetzt", "Diesen Tab können Sie schließen.")
    let cancelled = StateText(
        heading: "Anmeldung abgebrochen", "Sie haben auf Ihrem Gerät abgebrochen. Niemand wurde angemeldet.")
    let notMe = StateText(
        heading: "Niemand wurde angemeldet",
        "Sie haben auf Ihrem Gerät angegeben, dass Sie das nicht waren. Die Anmeldung wurde gestoppt.",
        advice: "Hat Ihnen jemand diesen Code gezeigt? Vielleicht wollte sich jemand als Sie anmelden: "
            + "Scannen Sie ihn nicht noch einmal.")
    let wrongPairing = StateText(
        heading: "Niemand wurde angemeldet",
        "Auf dem Gerät wurden andere Ziffern eingegeben als die dieser Seite. Die Anmeldung wurde gestoppt.",
        advice:
            "Nicht Ihr Gerät, oder hat Ihnen jemand Ziffern genannt? Vielleicht wollte jemand anderes sich anmelden.",
        alternative: "Vertippt oder in einem anderen Tab abgelesen? Beginnen Sie neu, dann gibt es neue Ziffern.")
    let expired = StateText(
        heading: "Die Zeit ist abgelaufen", "Niemand wurde angemeldet.",
        advice: "Beginnen Sie neu, sobald Sie Ihr Gerät zur Hand haben.")
    let switchedOff = StateText(
        heading: "Diese Website wurde abgeschaltet", "Niemand wurde angemeldet.",
        advice: "Zurzeit kann sich hier niemand bei ihr anmelden. Informieren Sie den Betreiber der Website.")

    func claimed(service: String, host: String?) -> StateText {
        StateText("Machen Sie auf Ihrem Gerät weiter", advice: comparison(service, host))
    }

    func pairing(
        _ digits: String, service: String, host: String?, link: String?, with authenticators: Authenticators
    ) -> StateText {
        let alternative: Phrase? =
            switch (authenticators, link) {
            case (.app, _?):
                "Ohne Ziffern: Beginnen Sie neu, und scannen Sie mit dem Scanner der App oder öffnen Sie sie hier."
            case (.app, nil): "Ohne Ziffern: Beginnen Sie neu, und scannen Sie mit dem Scanner Ihrer App."
            case (.appOrBrowser, let link?):
                "Ohne Ziffern: Öffnen Sie diese Seite auf Ihrem Handy, und drücken Sie dort „\(link)“."
            case (.appOrBrowser, nil): nil
            }
        return StateText(
            title: "Ziffern auf Ihrem Gerät eingeben", "Geben Sie auf Ihrem Gerät \(digits) ein",
            advice: names(service, host), alternative: alternative)
    }

    func confirming(service: String, host: String?) -> StateText {
        StateText("Ihr Gerät wartet auf Ihre Bestätigung", advice: comparison(service, host))
    }

    func confirmed(host: String) -> StateText {
        StateText(heading: "Bestätigt", "Es geht zurück zu \(host)")
    }

    private func comparison(_ service: String, _ host: String?) -> Phrase {
        names(service, host) + " Bestätigen Sie dann dort."
    }

    private func names(_ service: String, _ host: String?) -> Phrase {
        host.map { "Prüfen Sie, ob Ihr Gerät \(service) und \($0) nennt." }
            ?? "Prüfen Sie, ob Ihr Gerät \(service) nennt."
    }
}

private struct GermanCodeInstructions: LoginInstructionWording {
    func warning(host: String) -> Phrase { "Scannen Sie diesen Code nur, wenn Sie \(host) selbst geöffnet haben." }

    func steps(service: String, with authenticators: Authenticators) -> [Phrase] {
        let first: Phrase =
            switch authenticators {
            case .app(let name?): "Öffnen Sie \(name) und scannen Sie den Code."
            case .app(nil): "Öffnen Sie Ihre Authenticator-App und scannen Sie den Code."
            case .appOrBrowser: "Scannen Sie den Code mit Ihrem Handy."
            }
        return [
            first,
            "Prüfen Sie, ob Ihr Gerät \(service) nennt.",
            "Bestätigen Sie dort. Danach geht es hier weiter.",
        ]
    }
}

private struct GermanLinkInstructions: LoginInstructionWording {
    func warning(host: String) -> Phrase { "Machen Sie nur weiter, wenn Sie \(host) selbst geöffnet haben." }

    func steps(service: String, with authenticators: Authenticators) -> [Phrase] {
        let first: Phrase =
            switch authenticators {
            case .app(let name?): "Öffnen Sie \(name) von hier aus."
            case .app(nil): "Öffnen Sie Ihre Authenticator-App von hier aus."
            case .appOrBrowser: "Machen Sie auf diesem Gerät weiter."
            }
        return [
            first,
            "Prüfen Sie, ob dort \(service) steht.",
            "Bestätigen Sie dort. Danach sind Sie wieder in diesem Browser.",
        ]
    }
}
