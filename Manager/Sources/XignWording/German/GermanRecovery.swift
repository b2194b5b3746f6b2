struct GermanRecovery: RecoveryWording {
    let ways: any RecoveryWaysWording = GermanRecoveryWays()
    let steps: any RecoveryStepsWording = GermanRecoverySteps()
    let own: any OwnRecoveryWording = GermanOwnRecovery()
    let running: any RunningRecoveryWording = GermanRunningRecovery()
}

private struct GermanRecoveryWays: RecoveryWaysWording {
    let title = "Gerät verloren?"
    let otherDeviceTitle = "Sie haben ein anderes Gerät"
    let otherDevice =
        "Melden Sie sich damit an, und entfernen Sie das verlorene. Es kann sich dann nicht mehr anmelden."
    let logIn = "Anmelden und Geräte ansehen"
    let codeTitle = "Sie haben einen Wiederherstellungscode"
    let codeNeeds = "Sie brauchen auch Ihr Postfach und einen Tag Zeit."
    let code = "Wiederherstellungscode"
    let codeHint = "24 Buchstaben und Ziffern, von Ihrem ausgedruckten Blatt."
    let unknownCode =
        "Wir kennen diesen Wiederherstellungscode nicht. Vergleichen Sie ihn mit Ihrem Blatt. Ein benutzter, ersetzter "
        + "oder entfernter Code gilt nicht mehr."
    let tooManyCodes =
        "Aus Ihrem Netz wurden zu viele Formulare gesendet. Warten Sie eine Minute, und senden Sie dieses dann noch "
        + "einmal."
    let problem = "Dieser Code ist nicht bekannt"
    let problemTooMany = "Es ist nichts geschehen"
    let helpTitle = "Sie haben beides nicht, oder jemand kennt Ihre PIN"
    let helpTitleWithoutCodes = "Sie haben kein anderes Gerät, oder jemand kennt Ihre PIN"
    func help(by name: String) -> Phrase { "Fragen Sie \(name)." }
    let helpByOperator = "Fragen Sie den Betreiber dieser Seite."
    let contact = "Hilfe holen"
    let noContact = "Fragen Sie dort, wo Sie Ihr Konto bekommen haben."
}

private struct GermanRecoverySteps: RecoveryStepsWording {
    let chooseTitle = "Welches Postfach können Sie öffnen?"
    let chooseToBegin =
        "Ihr Wiederherstellungscode stimmt. Die Wiederherstellung beginnt mit einem zweiten Nachweis: Wir senden einen "
        + "Code an eine Ihrer Adressen."
    let chooseToFinish =
        "Die Wartezeit ist um, und Ihr Wiederherstellungscode stimmt. Der zweite Nachweis ist noch einmal nötig: Wir "
        + "senden einen neuen Code an eine Ihrer Adressen."
    let addresses = "Bestätigte Adressen Ihres Kontos"
    let send = "Code senden"
    let useLastMail =
        "Haben Sie schon einen bekommen? Benutzen Sie den Code der letzten E-Mail in dem Browser, der ihn angefordert "
        + "hat."

    let typeTitle = "Geben Sie den Code aus der E-Mail ein"
    func mailed(to address: String) -> Phrase { "Wir haben einen Code an \(address) gesendet." }
    func mailedUntil(_ time: String) -> Phrase { "Gültig bis \(time)" }
    let mailCode = "Code aus der E-Mail"
    let mailCodeHint = "8 Buchstaben und Ziffern."
    func wrongMailCode(triesLeft: Int?) -> String {
        let compare = "Das ist nicht der Code der E-Mail. Vergleichen Sie ihn."
        return switch triesLeft {
        case nil: compare
        case 1?: "\(compare) Sie haben noch einen Versuch."
        case let count?: "\(compare) Sie haben noch \(count) Versuche."
        }
    }
    let mailCodeOver = "Der Code der E-Mail gilt nicht mehr. Lassen Sie sich einen anderen senden."
    let beginsThen =
        "Mit dem richtigen Code beginnt die Wiederherstellung. Dann melden wir sie allen Ihren Geräten und Adressen."
    let finishesThen = "Mit dem richtigen Code verbinden Sie ein neues Gerät, das alle früheren ersetzt."
    let sendAgain = "Noch einmal senden"
    let sentOften = "Der Code wurde dreimal gesendet. Suchen Sie ihn auch unter unerwünschten E-Mails."
    let otherAddress = "Anderes Postfach wählen"

    let waitingTitle = "Ihre Wiederherstellung hat begonnen"
    func goesOn(at time: String) -> Phrase { "Weiter ab \(time), mit demselben Code." }
    func comeBack(to address: String) -> Phrase { "Kommen Sie dann mit Ihrem Blatt wieder zu \(address)." }
    func endsAt(_ time: String) -> Phrase { "Abschließen bis \(time)" }
    let anyUseStops = "Wer eines Ihrer Geräte benutzt, stoppt sie."
    let weHaveTold = "Wir haben sie allen Ihren Geräten und Adressen gemeldet."

    let endedTitle = "Diese Wiederherstellung ist beendet"
    func used(at time: String) -> Phrase {
        "Eines Ihrer Geräte wurde am \(time) benutzt. Die Wiederherstellung ist beendet."
    }
    let endedNext =
        "Haben Sie Ihr Gerät gefunden? Dann melden Sie sich damit an, und erstellen Sie einen neuen "
        + "Wiederherstellungscode. Benutzt es jemand anderes? Dann holen Sie sofort Hilfe."
    let refusedTitle = "Ihr Konto lässt sich so nicht wiederherstellen"
    func refusal(_ refusal: RecoveryRefusalCode) -> String {
        switch refusal {
        case .noAddress:
            "Keine E-Mail-Adresse Ihres Kontos ist bestätigt, oder erst seit weniger als einem Tag. Deshalb fehlt der "
                + "zweite Nachweis."
        case .tooMany:
            "Innerhalb von 30 Tagen haben drei Wiederherstellungen Ihres Kontos begonnen, und keine wurde abgeschlossen."
        case .wrongPINs:
            "Für Codes dieses Kontos wurden zu viele falsche PINs eingegeben."
        case .notAlone:
            "Das Konto ist abgeschaltet, oder es hat Rechte zur Verwaltung. Darüber entscheiden andere Menschen."
        }
    }

    let replaces = "Sobald es verbunden ist, sind alle früheren Geräte entfernt."
    let connected = "Ich habe es verbunden"
    let notYet = "Noch ist kein Gerät verbunden. Machen Sie dort weiter, und sehen Sie dann nach."
    let doneTitle = "Ihr Konto ist wiederhergestellt"
    let done =
        "Das neue Gerät ist verbunden, und alle früheren Geräte sind entfernt. Melden Sie sich jetzt an, und erstellen "
        + "Sie einen neuen Code."
    let toAccount = "Zu Ihrem Konto"
}

private struct GermanOwnRecovery: OwnRecoveryWording {
    let title = "Wiederherstellungscode"
    let explanation =
        "Wenn Sie alle Ihre Geräte verlieren, kommen Sie mit einem Wiederherstellungscode und einem Ihrer Postfächer "
        + "wieder in dieses Konto."
    let limits =
        "Das dauert 24 Stunden. Wer eines Ihrer Geräte benutzt, stoppt die Wiederherstellung, und jedes Ihrer Geräte "
        + "und jede Ihrer Adressen erfährt davon."
    let none = "Dieses Konto hat keinen Wiederherstellungscode."
    let made = "Erstellt"
    let make = "Wiederherstellungscode erstellen"
    let makeAnother = "Anderen Code erstellen"
    let makeAnotherEffect = "Ein anderer Code ersetzt diesen."
    let remove = "Code entfernen"
    let needsAddress =
        "Keine Ihrer E-Mail-Adressen ist bestätigt. Der Code allein genügt nicht: Bestätigen Sie auch eine Adresse."
    let toAddresses = "Ihre Daten ansehen"
    let notForAdministrators =
        "Dieses Konto hat Rechte zur Verwaltung, und lässt sich mit keinem Code wiederherstellen. Fragen Sie dann eine "
        + "andere Person, die verwaltet, oder die Menschen, die den Server betreiben."

    let adviceTitle = "Sorgen Sie vor, falls Sie alle Geräte verlieren"
    let advice =
        "Drucken Sie einen Wiederherstellungscode aus. Damit und mit Ihrem Postfach kommen Sie allein wieder herein."
    let replaceTitle = "Erstellen Sie einen anderen Wiederherstellungscode"
    let replaceAdvice =
        "Mit Ihrem jetzigen Code wurde eine Wiederherstellung begonnen, die ohne neues Gerät endete. Waren Sie das "
        + "nicht? Dann hat jemand anderes den Code, und kann wieder beginnen."

    let codeTitle = "Ihr Wiederherstellungscode"
    let shownHere =
        "Nur dieser Browser zeigt den Code, höchstens zehn Minuten lang. Niemand kann ihn noch einmal zeigen."
    let keep = "Drucken Sie ihn. Nicht auf dem Handy, nicht im Postfach aufbewahren."
    func sheet(host: String) -> Phrase { "Wiederherstellungscode für \(host)" }
    let code = "Wiederherstellungscode"
    let sheetUse = "Haben Sie alle Geräte verloren? Öffnen Sie diese Seite, und geben Sie dort den Code ein:"
    let sheetNeeds =
        "Sie brauchen auch Ihr Postfach und einen Tag Zeit. Niemand ruft an oder schreibt, um nach diesem Code zu "
        + "fragen."
    let done = "Ich habe ihn auf Papier"
}

private struct GermanRunningRecovery: RunningRecoveryWording {
    let title = "Jemand stellt dieses Konto wieder her"
    let explanation =
        "Jemand hat Ihren Wiederherstellungscode und ein Postfach von Ihnen. Waren Sie das nicht, oder haben Sie Ihr "
        + "Gerät gefunden? Dann stoppen Sie die Wiederherstellung."
    let begun = "Begonnen"
    let goesOn = "Geht weiter"
    let consequence = "Der Wiederherstellungscode gilt dann nicht mehr."
    let stop = "Stoppen"
}
