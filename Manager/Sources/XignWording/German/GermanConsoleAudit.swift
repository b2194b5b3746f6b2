import XignDomain

struct GermanConsoleAudit: ConsoleAuditWording {
    let title = "Protokoll"
    let explanation =
        "Was bei diesem Manager geschehen ist, das Neueste zuerst. Die Tage der Auswahl beginnen und enden um Mitternacht in UTC."
    let explanationOfOrganization =
        "Was bei Ihren Diensten und mit Ihren Administratoren geschehen ist, das Neueste zuerst. Personen haben die Kennung (sub), die der Dienst kennt, oder die ihrer Mitgliedschaft. Die Tage der Auswahl beginnen und enden um Mitternacht in UTC."

    let filter = "Ereignisse auswählen"
    let from = "Von"
    let to = "Bis"
    let what = "Was"
    let whom = "Wer oder wen"
    let whomHint = "Name oder Kennung; leer: alle"
    let whomHintOfOrganization =
        "Eine Kennung wie in diesem Protokoll, oder der Name eines Administrators; leer: alle"
    let show = "Anzeigen"

    func topic(_ topic: AuditTopic?) -> String {
        switch topic {
        case nil: "Alles"
        case .logins: "Anmeldungen"
        case .devices: "Geräte"
        case .accounts: "Konten und Daten"
        case .administration: "Verwaltung"
        case .configuration: "Dienste und Einstellungen"
        case .security: "Warnungen"
        case .steps: "Einzelne Schritte"
        }
    }

    func flaw(_ flaw: AuditFilterFlaw) -> String {
        switch flaw {
        case .day: "Geben Sie einen Tag mit Jahr, Monat und Tag ein, etwa 2026-11-20."
        case .period:
            "Wählen Sie höchstens 31 Tage, den ersten zuerst. Mehr gibt auf dem Server xignin-manager audit export aus."
        case .unknown:
            "Niemand hat diesen Namen oder diese Kennung. Ein gelöschtes Konto findet man nur über seine Kennung."
        case .unknownInOrganization:
            "Niemand in diesem Protokoll hat diese Kennung. Namen haben hier nur Ihre Administratoren."
        }
    }

    let empty = "An diesen Tagen ist nichts dergleichen geschehen."
    let moreToSearch = "Die Suche hält hier an, um die Datenbank zu schonen. Auch ältere Ereignisse können passen."
    let searchFurther = "Weiter suchen"
    let timeInUTC = "Zeit (UTC)"
    let whatHappened = "Was geschehen ist"
    let evidence = "Nachweis"
    let details = "Näheres"
    let export = "Diese ausgeben"
    let exportExplanation = "Eine Datei mit allen Ereignissen dieser Auswahl. Auch die Ausgabe wird protokolliert."

    let removed = "(entfernt)"
    let noMember = "(kein Mitglied)"
    let hiddenDevice = "(nicht gezeigt)"
    let accountPages = "die Kontoseiten"
    let console = "die Konsole"
    let byPerson = "Die Person selbst"
    func byOperator(_ account: String) -> Phrase { "\(account), an der Konsole" }
    func atMachine(_ name: String) -> Phrase { "\(name), mit einem Befehl" }
    let atMachineOfManager = "Jemand beim Betreiber, mit einem Befehl"
    let byManager = "Der Manager selbst"
    let byWebsite = "Der Server des Dienstes"

    let eventTitle = "Ereignis"
    let time = "Zeit"
    let account = "Konto"
    let subject = "Kennung beim Dienst (sub)"
    let member = "Kennung der Mitgliedschaft"
    let device = "Gerät"
    let service = "Dienst"
    let organization = "Organisation"
    let actor = "Wer"
    let networkTerm = "Netz"
    let detail = "Einzelheiten"
    let stored = "Wie es gespeichert ist"
    let storedDetail = "Einzelheiten, auf Englisch"
    let name = "Name des Ereignisses"
    let process = "Vorgang"

    let evidenceTitle = "Nachweis"
    let secondEvidenceTitle = "Nachweis der zweiten Person"
    let noEvidence = "Kein Gerät hat das bestätigt."
    let erasedEvidence = "Die Erklärung wurde mit ihrem Konto gelöscht. Ihr SHA-256 bleibt."
    let erasedEvidenceOfOrganization = "Die Erklärung wurde mit ihrem Konto gelöscht."
    let evidenceOfManager =
        "Die signierte Erklärung selbst bekommen nur die Betreiber dieses Managers. Sie enthält Schlüssel und Kennung des Geräts, an denen Organisationen merken könnten, dass sie dieselbe Person kennen. Nennen Sie ihnen diesen Vorgang, wenn Sie die Erklärung brauchen."
    let evidenceExplanation =
        "Die Erklärung, die das Gerät signiert hat. Mit den Schlüsseln des Geräts kann sie jeder ohne diesen Manager prüfen."
    let shown = "Auf dem Gerät gezeigt"
    let signedBy = "Signiert mit"
    let signedAt = "Signiert am"
    let signature = "Signatur"
    func signature(_ result: SignatureVerification) -> String {
        switch result {
        case .valid: "geprüft"
        case .invalid: "passt nicht zur Erklärung"
        case .keyUnknown: "der Schlüssel des Geräts ist gelöscht"
        }
    }
    let hash = "SHA-256"
    let saveStatement = "Erklärung speichern"
}
