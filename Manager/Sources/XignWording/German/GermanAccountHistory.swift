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
    let disownTitle = "Waren Sie das nicht?"
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
    func disownQuestion(_ website: String) -> Phrase { "Hat sich jemand anderes angemeldet: \(website)?" }
    func disownedExplanation(_ device: String) -> Phrase {
        "Was daraus entstand, ist beendet. Bestätigt wurde sie mit dem Gerät \(device)."
    }

    func filter(_ filter: HistoryFilter) -> String {
        switch filter {
        case .all: "Alles"
        case .logins: "Anmeldungen"
        case .devices: "Geräte"
        case .account: "Konto und Daten"
        }
    }

    func sentence(_ kind: HistoryKind, device: String, website: String) -> Phrase {
        switch kind {
        case .loginConfirmed: "Anmeldung mit \(device): \(website)"
        case .loginRefused: "Eine Anmeldung mit \(device) wurde abgelehnt: \(website)"
        case .wrongPIN: "Falsche PIN auf \(device), für \(website)"
        case .pairingFailed:
            "Eine Anmeldung wurde auf \(device) gestoppt, weil die Ziffern nicht die der Anmeldeseite waren: \(website)"
        case .loginDeclined: "Eine Anmeldung wurde auf \(device) abgelehnt: \(website)"
        case .loginDisowned: "Eine Anmeldung wurde auf \(device) gestoppt, weil nicht Sie es waren: \(website)"
        case .loginDisownedLater: "Sie haben eine Anmeldung mit \(device) als fremd gemeldet: \(website)"
        case .codeReused: "Das Ergebnis einer Anmeldung wurde zweimal vorgelegt und deshalb gelöscht: \(website)"
        case .loginRemembered: "Ein Browser merkt sich die Anmeldung mit \(device): \(website)"
        case .rememberedLoginEnded: "Eine gemerkte Anmeldung wurde beendet, bestätigt mit \(device): \(website)"
        case .refreshTokenReused:
            "Ein altes Token wurde noch einmal vorgelegt und der dauerhafte Zugriff deshalb beendet: \(website)"
        case .sessionBegun: "Anmeldung auf Ihren Kontoseiten mit \(device)"
        case .sessionEnded: "Abmeldung von Ihren Kontoseiten, angemeldet mit \(device)"
        case .consoleSessionBegun: "Anmeldung an der Konsole mit \(device)"
        case .consoleSessionEnded: "Abmeldung von der Konsole, angemeldet mit \(device)"
        case .activationIssued: "Für das neue Gerät \(device) wurde ein Code erstellt"
        case .activationPINWrong: "Für das neue Gerät \(device) wurde eine falsche PIN eingegeben"
        case .activationVoided: "Der Code für das neue Gerät \(device) gilt nicht mehr"
        case .activationAlreadyUsed: "Der schon benutzte Code für \(device) wurde noch einmal eingegeben"
        case .activationRefused: "Das neue Gerät \(device) wurde abgelehnt: Es ist nicht sicher genug"
        case .activationPersonalized: "Das Gerät \(device) wurde verbunden"
        case .activationRevoked: "Das Gerät \(device) wurde entfernt"
        case .activationLocked: "Das Gerät \(device) wurde nach falschen PINs dauerhaft gesperrt"
        case .activationRenamed: "Das Gerät \(device) wurde umbenannt"
        case .activationMerged: "Eine Einladung wurde angenommen"
        case .pinChanged: "Die PIN von \(device) wurde geändert"
        case .factorAdded: "Das Gerät \(device) kann jetzt biometrisch bestätigen"
        case .deviceLocked: "Das Gerät \(device) wurde von Ihnen dauerhaft gesperrt"
        case .deviceUnlocked: "Das Gerät \(device) wurde nach falschen PINs entsperrt"
        case .recoveryIssued: "Es wurde ein Code erstellt, mit dem Sie ein neues Gerät verbinden können"
        case .utilityRefused: "Eine Änderung mit \(device) wurde abgelehnt"
        case .accountCreated: "Das Konto wurde angelegt"
        case .accountEnabled: "Das Konto wurde wieder aktiviert"
        case .accountDisabled: "Das Konto wurde deaktiviert"
        case .accountExported: "Sie haben eine Kopie Ihrer Daten erhalten"
        case .attributesChanged: "Ihre Daten wurden geändert"
        case .membershipAdded: "Ihr Konto gehört zu einer weiteren Organisation"
        case .websiteWithdrawn: "Sie haben den Zugriff widerrufen: \(website)"
        case .lastingAccessEnded: "Sie haben den dauerhaften Zugriff beendet: \(website)"
        case .grantGiven: "Ihr Konto hat Verwaltungsrechte erhalten"
        case .grantWithdrawn: "Ihr Konto hat Verwaltungsrechte verloren"
        }
    }

    func notice(_ kind: NoticeKind, device: String) -> Phrase {
        switch kind {
        case .pinChanged: "Die PIN von \(device) wurde geändert."
        case .factorAdded: "Das Gerät \(device) kann jetzt biometrisch bestätigen."
        case .activationIssued: "Für ein neues Gerät wurde ein Code erstellt: \(device)"
        case .activationPersonalized: "Das Gerät \(device) wurde verbunden."
        case .activationRenamed: "Das Gerät \(device) wurde umbenannt."
        case .activationRevoked: "Das Gerät \(device) wurde entfernt."
        case .activationLocked: "Das Gerät \(device) wurde dauerhaft gesperrt."
        case .membershipAdded: "Ihr Konto gehört zu einer weiteren Organisation."
        case .accountDisabled: "Das Konto wurde deaktiviert."
        case .accountEnabled: "Das Konto wurde wieder aktiviert."
        case .attributesChanged: "Ihre Daten wurden geändert."
        case .deviceLocked: "Das Gerät \(device) wurde dauerhaft gesperrt, bestätigt mit einem anderen Gerät."
        case .accountExported: "Eine Kopie Ihrer Daten wurde ausgegeben."
        case .deviceUnlocked: "Das Gerät \(device) wurde nach falschen PINs durch den Betreiber entsperrt."
        case .recoveryIssued: "Der Betreiber hat einen Code erstellt, mit dem sich ein neues Gerät verbinden lässt."
        case .grantChanged: "Die Verwaltungsrechte Ihres Kontos wurden geändert."
        case .loginDisowned: "Eine Anmeldung mit \(device) wurde hier als fremd gemeldet."
        }
    }
}
