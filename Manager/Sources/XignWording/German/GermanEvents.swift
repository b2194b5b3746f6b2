import XignDomain

/// The events of the audit log, and the notices of an account.
struct GermanEvents: EventWording {
    func words(for kind: AuditEvent.Kind, account: String, device: String, service: String) -> EventWords {
        switch kind {
        // The operator and the manager itself
        case .managerInitialized: .init("Der Manager wurde eingerichtet")
        case .configurationApplied: .init("Die Konfiguration wurde geändert")
        case .serviceSecretChanged: .init("Das Geheimnis des Dienstes \(service) wurde geändert")
        case .clientRefused: .init("Der Server von \(service) wurde abgelehnt, weil er sich nicht ausgewiesen hat")
        case .encryptionKeysRotated: .init("Die Schlüssel des versiegelten Kanals wurden ersetzt")
        case .idTokenKeysRotated: .init("Die Schlüssel der ID-Tokens wurden planmäßig gewechselt")
        case .idTokenKeysReplaced: .init("Die Schlüssel der ID-Tokens wurden sofort ersetzt")
        case .keyMaterialEpochBegun: .init("Die Wurzelschlüssel haben neues Schlüsselmaterial für Apps signiert")
        case .keyEncryptionKeyReplaced: .init("Der Schlüssel, der die Datenbank verschlüsselt, wurde ersetzt")
        case .keyEncryptionKeyRetired: .init("Mit dem früheren Schlüssel der Datenbank ist nichts mehr verschlüsselt")
        case .auditExported: .init("Ein Teil des Protokolls wurde ausgegeben")
        case .auditShortened: .init("Alte Ereignisse wurden aus dem Protokoll entfernt")
        case .auditChainReplaced: .init("Die Kette, die das Protokoll schützt, wurde ersetzt")
        case .databaseRestored: .init("Die Datenbank wurde aus einer Sicherung wiederhergestellt")
        case .databaseMoved: .init("Die Datenbank ist an einen anderen Ort umgezogen")
        // Logins
        case .sessionTaken:
            .init(
                "Eine Anmeldung wurde auf \(device) von \(account) abgelehnt, weil ein anderes Gerät sie begonnen hatte: \(service)"
            )
        case .loginConfirmed:
            .init(
                "\(account) hat sich mit \(device) angemeldet: \(service)",
                history: "Anmeldung mit \(device): \(service)")
        case .loginRefused:
            .init(
                "Eine Anmeldung von \(account) mit \(device) wurde abgelehnt: \(service)",
                history: "Eine Anmeldung mit \(device) wurde abgelehnt: \(service)")
        case .pairingFailed:
            .init(
                "Eine Anmeldung von \(account) wurde auf \(device) gestoppt, falsche Ziffern: \(service)",
                history:
                    "Eine Anmeldung wurde auf \(device) gestoppt, weil die Ziffern nicht die der Anmeldeseite waren: \(service)"
            )
        case .loginDeclined:
            .init(
                "\(account) hat auf \(device) eine Anmeldung abgelehnt: \(service)",
                history: "Eine Anmeldung wurde auf \(device) abgelehnt: \(service)")
        case .loginDisowned:
            .init(
                "\(account) hat auf \(device) eine fremde Anmeldung gestoppt: \(service)",
                history: "Sie haben auf \(device) eine fremde Anmeldung gestoppt: \(service)")
        case .loginDisownedLater:
            .init(
                "\(account) hat eine Anmeldung mit \(device) als fremd gemeldet: \(service)",
                history: "Sie haben eine Anmeldung mit \(device) als fremd gemeldet: \(service)")
        case .correctionsExhausted: .init("Eine Anmeldung von \(account) endete nach zu vielen Korrekturen: \(service)")
        case .codeIssued: .init("Die Anmeldung von \(account) ging zurück an \(service)")
        case .codeRedeemed: .init("\(service) hat die Anmeldung von \(account) abgeholt")
        case .codeRefused: .init("\(service) konnte die Anmeldung von \(account) nicht abholen")
        case .codeReused:
            .init(
                "Die Anmeldung von \(account) wurde zweimal abgeholt und deshalb beendet: \(service)",
                history: "Eine Anmeldung wurde zweimal benutzt, deshalb haben wir sie beendet: \(service)")
        case .tokensRefreshed: .init("\(service) kam mit dem Refresh-Token von \(account) wieder")
        case .refreshRefused: .init("\(service) konnte mit dem Refresh-Token von \(account) nicht wiederkommen")
        case .tokenRevoked: .init("\(service) hat ein Token von \(account) widerrufen")
        case .refreshTokenReused:
            .init(
                "Ein altes Refresh-Token von \(account) wurde vorgelegt und der Zugriff deshalb beendet: \(service)",
                history:
                    "Ein alter Schlüssel wurde noch einmal benutzt, deshalb haben wir den dauerhaften Zugriff beendet: \(service)"
            )
        case .loginRemembered:
            .init(
                "Ein Browser merkt sich die Anmeldung von \(account) mit \(device): \(service)",
                history: "Ein Browser merkt sich die Anmeldung mit \(device): \(service)")
        case .rememberedLoginUsed:
            .init(
                "Die gemerkte Anmeldung von \(account) wurde benutzt, bestätigt mit \(device): \(service)")
        case .rememberedLoginEnded:
            .init(
                "\(account) hat eine gemerkte Anmeldung beendet, bestätigt mit \(device): \(service)",
                history: "Eine gemerkte Anmeldung wurde beendet, bestätigt mit \(device): \(service)")
        case .sharedLoginBegun:
            .init(
                "\(account) hat mit \(device) eine gemeinsame Anmeldung begonnen: \(service)",
                history: "Eine Anmeldung mit \(device) gilt auch bei anderen Websites, mit Ihrer Erlaubnis: \(service)")
        case .sharedLoginUsed:
            .init("Die gemeinsame Anmeldung von \(account) wurde benutzt, bestätigt mit \(device): \(service)")
        case .sharedLoginEnded:
            .init(
                "Eine gemeinsame Anmeldung von \(account) wurde beendet, bestätigt mit \(device)",
                history: "Eine Anmeldung, die bei mehreren Websites galt, wurde beendet, bestätigt mit \(device)")
        case .sessionBegun:
            .init(
                "\(account) hat sich mit \(device) angemeldet: \(service)",
                history: "Anmeldung auf Ihren Kontoseiten mit \(device)")
        case .sessionEnded:
            .init(
                "\(account) hat sich abgemeldet, angemeldet mit \(device): \(service)",
                history: "Abmeldung von Ihren Kontoseiten, angemeldet mit \(device)")
        // Devices
        case .activationIssued:
            .init(
                "Für das neue Gerät \(device) von \(account) wurde ein Code erstellt",
                history: "Für das neue Gerät \(device) wurde ein Code erstellt")
        case .activationPINWrong:
            .init(
                "Für das neue Gerät \(device) von \(account) wurde eine falsche PIN eingegeben",
                history: "Für das neue Gerät \(device) wurde eine falsche PIN eingegeben")
        case .activationVoided:
            .init(
                "Der Code für das neue Gerät \(device) von \(account) gilt nicht mehr",
                history: "Der Code für das neue Gerät \(device) gilt nicht mehr")
        case .activationAlreadyUsed:
            .init(
                "Der schon benutzte Code für \(device) von \(account) wurde noch einmal eingegeben",
                history: "Der schon benutzte Code für \(device) wurde noch einmal eingegeben")
        case .activationRefused:
            .init(
                "Das neue Gerät \(device) von \(account) wurde abgelehnt: Es ist nicht sicher genug",
                history: "Das neue Gerät \(device) wurde abgelehnt: Es ist nicht sicher genug")
        case .activationPersonalized:
            .init(
                "Das Gerät \(device) von \(account) wurde verbunden",
                history: "Das Gerät \(device) wurde verbunden")
        case .activationRevoked:
            .init(
                "Das Gerät \(device) von \(account) wurde gesperrt und entfernt",
                history: "Das Gerät \(device) wurde entfernt")
        case .activationLocked:
            .init(
                "Das Gerät \(device) von \(account) wurde nach falschen PINs dauerhaft gesperrt",
                history: "Das Gerät \(device) wurde nach falschen PINs dauerhaft gesperrt")
        case .activationRenamed:
            .init(
                "Das Gerät \(device) von \(account) wurde umbenannt",
                history: "Das Gerät \(device) wurde umbenannt")
        case .activationMerged:
            .init(
                "\(account) hat mit dem Gerät \(device) eine Einladung angenommen",
                history: "Eine Einladung wurde angenommen")
        case .pinChanged:
            .init(
                "Die PIN des Geräts \(device) von \(account) wurde geändert",
                history: "Die PIN von \(device) wurde geändert")
        case .factorAdded:
            .init(
                "Das Gerät \(device) von \(account) kann jetzt biometrisch bestätigen",
                history: "Das Gerät \(device) kann jetzt biometrisch bestätigen")
        case .deviceLocked:
            .init(
                "\(account) hat das Gerät \(device) dauerhaft gesperrt",
                history: "Sie haben das Gerät \(device) dauerhaft gesperrt")
        case .deviceStopped:
            .init(
                "Das Gerät \(device) von \(account) wurde durch den Link einer E-Mail gestoppt",
                history: "Das Gerät \(device) wurde durch den Link einer E-Mail gestoppt")
        case .utilityRefused:
            .init(
                "Eine Änderung von \(account) mit dem Gerät \(device) wurde abgelehnt",
                history: "Eine Änderung mit \(device) wurde abgelehnt")
        case .recoveryCodeChanged:
            .init(
                "Der Wiederherstellungscode von \(account) wurde erstellt, ersetzt oder entfernt",
                history: "Der Wiederherstellungscode wurde erstellt, ersetzt oder entfernt")
        case .recoveryBegun:
            .init(
                "Jemand mit Wiederherstellungscode und Postfach hat die Wiederherstellung von \(account) begonnen",
                history: "Jemand mit Wiederherstellungscode und Postfach hat die Wiederherstellung begonnen")
        case .recoveryStopped:
            .init(
                "Die Wiederherstellung von \(account) endete ohne Gerät",
                history: "Die Wiederherstellung endete ohne Gerät")
        case .recoveryCompleted:
            .init(
                "\(account) wurde mit dem Gerät \(device) wiederhergestellt",
                history: "Das Konto wurde mit dem Gerät \(device) wiederhergestellt")
        case .recoveryRefused:
            .init(
                "Eine Wiederherstellung von \(account) wurde abgelehnt",
                history: "Eine Wiederherstellung wurde abgelehnt")
        // Accounts
        case .accountCreated: .init("Das Konto \(account) wurde angelegt", history: "Das Konto wurde angelegt")
        case .accountEnabled: .init("Das Konto \(account) wurde aktiviert", history: "Das Konto wurde wieder aktiviert")
        case .accountDisabled: .init("Das Konto \(account) wurde deaktiviert", history: "Das Konto wurde deaktiviert")
        case .accountExported:
            .init(
                "\(account) hat eine Kopie aller Daten des Kontos erhalten",
                history: "Sie haben eine Kopie Ihrer Daten erhalten")
        case .accountRemoved: .init("Das Konto \(account) wurde gelöscht")
        case .attributesChanged:
            .init(
                "Daten des Kontos \(account) wurden geändert",
                history: "Ihre Daten wurden geändert")
        case .addressVerified:
            .init(
                "\(account) hat eine E-Mail-Adresse durch einen Code bestätigt",
                history: "Sie haben eine E-Mail-Adresse durch einen Code bestätigt")
        case .addressRemoved:
            .init(
                "\(account) hat eine bestätigte E-Mail-Adresse entfernt",
                history: "Sie haben eine bestätigte E-Mail-Adresse entfernt")
        case .membershipAdded:
            .init(
                "\(account) ist Mitglied einer Organisation geworden",
                history: "Ihr Konto gehört zu einer weiteren Organisation")
        case .groupsChanged:
            .init(
                "Gruppen von \(account) in einer Organisation wurden geändert",
                history: "Ihre Gruppen in einer Organisation wurden geändert")
        case .accountNameChanged:
            .init(
                "Der Name des Kontos von \(account) wurde geändert: \(service)",
                history: "Der Name Ihres Kontos wurde geändert: \(service)")
        case .websiteWithdrawn:
            .init(
                "\(account) hat den Zugriff widerrufen: \(service)",
                history: "Sie haben den Zugriff widerrufen: \(service)")
        case .lastingAccessEnded:
            .init(
                "\(account) hat den dauerhaften Zugriff beendet: \(service)",
                history: "Sie haben den dauerhaften Zugriff beendet: \(service)")
        case .invitationExpired: .init("Eine Einladung von \(account) ist abgelaufen")
        case .accountJoined: .init("\(account) ist mit einem Code oder durch Registrierung beigetreten")
        case .joinLinkMade: .init("Ein Beitrittslink wurde erstellt oder hat ein anderes Ende")
        case .joinLinkWithdrawn: .init("Ein Beitrittslink wurde zurückgezogen")
        // Acts of administrators
        case .deviceUnlocked:
            .init(
                "Das Gerät \(device) von \(account) wurde entsperrt",
                history: "Das Gerät \(device) wurde nach falschen PINs entsperrt")
        case .recoveryIssued:
            .init(
                "Für \(account) wurde eine neue Aktivierung ausgegeben",
                history: "Der Betreiber hat einen Code erstellt, mit dem Sie ein neues Gerät verbinden können")
        case .grantGiven:
            .init(
                "\(account) hat Rechte in der Konsole erhalten",
                history: "Sie haben Verwaltungsrechte erhalten")
        case .loginEnded:
            .init(
                "Eine Anmeldung von \(account) wurde beendet: \(service)",
                history: "Der Betreiber hat eine Anmeldung beendet: \(service)")
        case .grantWithdrawn:
            .init(
                "\(account) wurden Rechte in der Konsole entzogen",
                history: "Sie haben Verwaltungsrechte verloren")
        case .actRequested: .init("Eine Handlung am Konto \(account) wartet auf eine zweite Person")
        case .actWithdrawn:
            .init(
                "Eine Handlung am Konto \(account) wurde zurückgezogen, bevor eine zweite Person sie bestätigt hat")
        case .actRefused: .init("Eine Handlung am Konto \(account) wurde abgelehnt")
        case .actApproved: .init("Eine zweite Person hat eine Handlung am Konto \(account) bestätigt")
        case .actExpired: .init("Keine zweite Person hat eine Handlung am Konto \(account) rechtzeitig bestätigt")
        }
    }

    func wrongPIN(device: String, service: String) -> Phrase { "Falsche PIN auf \(device), für \(service)" }
    func consoleSessionBegun(device: String) -> Phrase { "Anmeldung an der Konsole mit \(device)" }
    func consoleSessionEnded(device: String) -> Phrase { "Abmeldung von der Konsole, angemeldet mit \(device)" }

    func notice(_ kind: NoticeEvent.Kind, device: String) -> Phrase? {
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
        case .addressChanged: "Eine bestätigte E-Mail-Adresse Ihres Kontos kam hinzu oder wurde entfernt."
        case .loginDisowned: "Eine Anmeldung mit \(device) wurde auf den Seiten Ihres Kontos als fremd gemeldet."
        case .deviceLocked: "Das Gerät \(device) wurde dauerhaft gesperrt, bestätigt mit einem anderen Gerät."
        case .deviceStopped: "Ein Gerät oder ein Code dafür wurde durch den Link einer E-Mail gestoppt: \(device)"
        case .accountExported: "Eine Kopie Ihrer Daten wurde ausgegeben."
        case .deviceUnlocked: "Der Betreiber hat das Gerät \(device) nach falschen PINs entsperrt."
        case .recoveryIssued: "Der Betreiber hat einen Code erstellt, mit dem sich ein neues Gerät verbinden lässt."
        case .loginEnded: "Der Betreiber hat eine Ihrer Anmeldungen bei einer Website beendet."
        case .grantChanged: "Die Verwaltungsrechte Ihres Kontos wurden geändert."
        case .recoveryCodeChanged: "Der Wiederherstellungscode Ihres Kontos wurde erstellt, ersetzt oder entfernt."
        case .recoveryBegun:
            "Jemand mit Ihrem Wiederherstellungscode und einem Postfach von Ihnen hat die Wiederherstellung begonnen."
        case .recoveryReady: "Die Wiederherstellung Ihres Kontos kann jetzt weitergehen."
        case .recoveryStopped:
            "Die Wiederherstellung Ihres Kontos endete ohne neues Gerät. Haben Sie sie nicht selbst begonnen? Dann "
                + "erstellen Sie einen anderen Wiederherstellungscode."
        case .recoveryCompleted:
            "Ihr Konto wurde wiederhergestellt. Alle früheren Geräte wurden entfernt. Erstellen Sie einen neuen "
                + "Wiederherstellungscode. Das neue Gerät: \(device)"
        case .accountRemoved: nil
        }
    }
}
