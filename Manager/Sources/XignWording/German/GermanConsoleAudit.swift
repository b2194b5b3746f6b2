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

    func selection(_ selection: AuditSelection) -> String {
        switch selection {
        case .all: "Alles"
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
    let evidence = "Nachweis"
    let details = "Näheres"
    let export = "Diese ausgeben"
    let exportExplanation = "Eine Datei mit allen Ereignissen dieser Auswahl. Auch die Ausgabe wird protokolliert."

    func sentence(_ kind: AuditKind, account: String, device: String, service: String) -> Phrase {
        switch kind {
        case .managerInitialized: "Der Manager wurde eingerichtet"
        case .configurationApplied: "Die Konfiguration wurde geändert"
        case .serviceSecretChanged: "Das Geheimnis des Dienstes \(service) wurde geändert"
        case .clientRefused: "Der Server von \(service) wurde abgelehnt, weil er sich nicht ausgewiesen hat"
        case .encryptionKeysRotated: "Die Schlüssel des versiegelten Kanals wurden ersetzt"
        case .idTokenKeysRotated: "Die Schlüssel der ID-Tokens wurden planmäßig gewechselt"
        case .idTokenKeysReplaced: "Die Schlüssel der ID-Tokens wurden sofort ersetzt"
        case .keyMaterialEpochBegun: "Die Wurzelschlüssel haben neues Schlüsselmaterial für Apps signiert"
        case .keyEncryptionKeyReplaced: "Der Schlüssel, der die Datenbank verschlüsselt, wurde ersetzt"
        case .keyEncryptionKeyRetired: "Mit dem früheren Schlüssel der Datenbank ist nichts mehr verschlüsselt"
        case .databaseRestored: "Die Datenbank wurde aus einer Sicherung wiederhergestellt"
        case .accountCreated: "Das Konto \(account) wurde angelegt"
        case .accountEnabled: "Das Konto \(account) wurde aktiviert"
        case .accountDisabled: "Das Konto \(account) wurde deaktiviert"
        case .accountRemoved: "Das Konto \(account) wurde gelöscht"
        case .accountExported: "\(account) hat eine Kopie aller Daten des Kontos erhalten"
        case .attributesChanged: "Daten des Kontos \(account) wurden geändert"
        case .membershipAdded: "\(account) ist Mitglied einer Organisation geworden"
        case .websiteWithdrawn: "\(account) hat den Zugriff widerrufen: \(service)"
        case .lastingAccessEnded: "\(account) hat den dauerhaften Zugriff beendet: \(service)"
        case .activationIssued: "Für das neue Gerät \(device) von \(account) wurde ein Code erstellt"
        case .activationPINWrong: "Für das neue Gerät \(device) von \(account) wurde eine falsche PIN eingegeben"
        case .activationVoided: "Der Code für das neue Gerät \(device) von \(account) gilt nicht mehr"
        case .activationAlreadyUsed: "Der schon benutzte Code für \(device) von \(account) wurde noch einmal eingegeben"
        case .activationRefused: "Das neue Gerät \(device) von \(account) wurde abgelehnt: Es ist nicht sicher genug"
        case .activationPersonalized: "Das Gerät \(device) von \(account) wurde verbunden"
        case .activationRevoked: "Das Gerät \(device) von \(account) wurde gesperrt und entfernt"
        case .activationLocked: "Das Gerät \(device) von \(account) wurde nach falschen PINs dauerhaft gesperrt"
        case .activationRenamed: "Das Gerät \(device) von \(account) wurde umbenannt"
        case .activationMerged: "\(account) hat mit dem Gerät \(device) eine Einladung angenommen"
        case .deviceLocked: "\(account) hat das Gerät \(device) dauerhaft gesperrt"
        case .deviceUnlocked: "Das Gerät \(device) von \(account) wurde entsperrt"
        case .pinChanged: "Die PIN des Geräts \(device) von \(account) wurde geändert"
        case .factorAdded: "Das Gerät \(device) von \(account) kann jetzt biometrisch bestätigen"
        case .utilityRefused: "Eine Änderung von \(account) mit dem Gerät \(device) wurde abgelehnt"
        case .recoveryIssued: "Ein Code für die Rückkehr von \(account) wurde erstellt"
        case .sessionTaken:
            "Eine Anmeldung wurde auf \(device) von \(account) abgelehnt, weil ein anderes Gerät sie begonnen hatte: \(service)"
        case .loginConfirmed: "\(account) hat sich mit \(device) angemeldet: \(service)"
        case .loginRefused: "Eine Anmeldung von \(account) mit \(device) wurde abgelehnt: \(service)"
        case .loginDeclined: "\(account) hat auf \(device) eine Anmeldung abgelehnt: \(service)"
        case .loginDisowned: "\(account) hat auf \(device) eine fremde Anmeldung gestoppt: \(service)"
        case .loginDisownedLater: "\(account) hat eine Anmeldung mit \(device) als fremd gemeldet: \(service)"
        case .correctionsExhausted: "Eine Anmeldung von \(account) endete nach zu vielen Korrekturen: \(service)"
        case .pairingFailed: "Eine Anmeldung von \(account) wurde auf \(device) gestoppt, falsche Ziffern: \(service)"
        case .codeIssued: "Die Anmeldung von \(account) ging zurück an \(service)"
        case .codeRedeemed: "\(service) hat die Anmeldung von \(account) abgeholt"
        case .codeRefused: "\(service) konnte die Anmeldung von \(account) nicht abholen"
        case .codeReused: "Die Anmeldung von \(account) wurde zweimal abgeholt und deshalb gelöscht: \(service)"
        case .loginRemembered: "Ein Browser merkt sich die Anmeldung von \(account) mit \(device): \(service)"
        case .rememberedLoginUsed:
            "Die gemerkte Anmeldung von \(account) wurde benutzt, bestätigt mit \(device): \(service)"
        case .rememberedLoginEnded:
            "\(account) hat eine gemerkte Anmeldung beendet, bestätigt mit \(device): \(service)"
        case .tokensRefreshed: "\(service) kam mit dem Refresh-Token von \(account) wieder"
        case .refreshRefused: "\(service) konnte mit dem Refresh-Token von \(account) nicht wiederkommen"
        case .refreshTokenReused:
            "Ein altes Refresh-Token von \(account) wurde vorgelegt und der Zugriff deshalb beendet: \(service)"
        case .tokenRevoked: "\(service) hat ein Token von \(account) widerrufen"
        case .sessionBegun: "\(account) hat sich mit \(device) angemeldet: \(service)"
        case .sessionEnded: "\(account) hat sich abgemeldet, angemeldet mit \(device): \(service)"
        case .grantGiven: "\(account) hat Rechte in der Konsole erhalten"
        case .grantWithdrawn: "\(account) wurden Rechte in der Konsole entzogen"
        case .actRequested: "Eine Handlung am Konto \(account) wartet auf eine zweite Person"
        case .actApproved: "Eine zweite Person hat eine Handlung am Konto \(account) bestätigt"
        case .actWithdrawn:
            "Eine Handlung am Konto \(account) wurde zurückgezogen, bevor eine zweite Person sie bestätigt hat"
        case .actExpired: "Keine zweite Person hat eine Handlung am Konto \(account) rechtzeitig bestätigt"
        case .actRefused: "Eine Handlung am Konto \(account) wurde abgelehnt"
        case .auditExported: "Ein Teil des Protokolls wurde ausgegeben"
        case .auditShortened: "Alte Ereignisse wurden aus dem Protokoll entfernt"
        case .auditChainReplaced: "Die Kette, die das Protokoll schützt, wurde ersetzt"
        case .invitationExpired: "Eine Einladung von \(account) ist abgelaufen"
        }
    }

    let removed = "(entfernt)"
    let noMember = "(kein Mitglied)"
    let hiddenDevice = "(nicht gezeigt)"
    let accountPages = "die Kontoseiten"
    let console = "die Konsole"
    let byPerson = "durch die Person selbst"
    func byOperator(_ account: String) -> Phrase { "durch \(account), an der Konsole" }
    func atMachine(_ name: String) -> Phrase { "am Server durch \(name)" }
    let atMachineOfManager = "am Server, durch einen Betreiber des Managers"
    let byManager = "durch den Manager selbst"
    let byWebsite = "durch den Server des Dienstes"
    func network(_ network: String) -> Phrase { "aus dem Netz \(network)" }

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
    func signature(_ result: SignatureResult) -> String {
        switch result {
        case .valid: "geprüft"
        case .invalid: "passt nicht zur Erklärung"
        case .keyUnknown: "der Schlüssel des Geräts ist gelöscht"
        }
    }
    let hash = "SHA-256"
    let saveStatement = "Erklärung speichern"
}
