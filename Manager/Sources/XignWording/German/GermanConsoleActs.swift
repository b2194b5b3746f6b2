struct GermanConsoleActs: ConsoleActsWording {
    func lead(_ act: AdministrationName) -> String {
        switch act {
        case .disableAccount: "Ein Konto deaktivieren, das sich dann nicht mehr anmelden kann:"
        case .enableAccount: "Ein Konto aktivieren, das sich dann wieder anmelden kann:"
        case .removeAccount:
            "Ein Konto mit allen Geräten und Daten entfernen, was sich nicht rückgängig machen lässt:"
        case .revokeDevice: "Ein Gerät sperren und entfernen, das sich dann nicht mehr anmelden kann:"
        case .unlockDevice: "Ein Gerät nach falschen PINs entsperren, sodass es jetzt neue Versuche hat:"
        case .unlockDeviceForGood: "Ein Gerät entsperren, das falsche PINs dauerhaft gesperrt haben:"
        case .issueRecovery: "Einen Code und eine PIN ausgeben, die ein neues Gerät mit einem Konto verbinden:"
        case .makeAdministrator: "Ein Konto diesen Manager verwalten lassen, mit allen Konten und Geräten:"
        case .makeAuditor: "Ein Konto als Prüfer alles bei diesem Manager sehen lassen:"
        case .makeOrganizationAdministrator: "Ein Konto eine Organisation verwalten lassen:"
        case .makeOrganizationAuditor: "Ein Konto als Prüfer den Teil einer Organisation in der Konsole sehen lassen:"
        case .withdrawRights: "Einem Konto die Rechte bei diesem Manager entziehen:"
        case .withdrawOrganizationRights: "Einem Konto die Rechte bei einer Organisation entziehen:"
        }
    }

    func label(_ label: AdministrationLabel) -> String {
        switch label {
        case .deviceID: "Kennung des Geräts:"
        case .account: "Konto:"
        case .accountID: "Kennung des Kontos:"
        case .grantID: "Kennung bei der Organisation:"
        case .organization: "Bei der Organisation:"
        case .reason: "Grund:"
        case .inPerson: "Identität persönlich geprüft, mit Ausweis. Grund:"
        case .calledBack: "Identität durch Rückruf unter bekannter Nummer geprüft. Grund:"
        case .other: "Identität auf andere Weise geprüft. Grund:"
        }
    }

    let sentenceTooLong = "Einen Satz mit diesen Namen kann ein Gerät nicht anzeigen. Kürzen Sie den Grund."

    func link(_ act: AccountActName) -> String {
        switch act {
        case .disable: "Deaktivieren"
        case .enable: "Aktivieren"
        case .remove: "Konto entfernen"
        case .recover: "Neue Aktivierung auf Papier"
        case .revoke: "Sperren"
        case .unlock: "Entsperren"
        }
    }

    func title(_ act: AccountActName) -> String {
        switch act {
        case .disable: "Ein Konto deaktivieren"
        case .enable: "Ein Konto aktivieren"
        case .remove: "Ein Konto entfernen"
        case .recover: "Eine neue Aktivierung ausgeben"
        case .revoke: "Ein Gerät sperren und entfernen"
        case .unlock: "Ein Gerät entsperren"
        }
    }

    let whatHappens = "Das geschieht"

    func effects(_ act: AccountActName) -> [String] {
        switch act {
        case .disable:
            [
                "Das Konto kann sich nicht mehr anmelden, weder bei Websites noch hier.",
                "Browser, die auf seinen Kontoseiten angemeldet sind, werden abgemeldet. Websites erhalten keine Daten mehr.",
                "Seine Geräte und seine Daten bleiben.",
            ]
        case .enable: ["Das Konto kann sich wieder anmelden, mit den Geräten, die es hat."]
        case .remove:
            [
                "Das Konto, seine Geräte, seine Daten und sein Verlauf werden hier gelöscht.",
                "Sein Benutzername wird für eine andere Person frei.",
            ]
        case .recover:
            [
                "Es entstehen ein Code und eine PIN für ein neues Gerät, 24 Stunden lang gültig.",
                "Die zweite Person sieht sie, einmal, auf Blättern zum Drucken, die getrennt übergeben werden.",
                "Codes und PINs, die es schon gab, gelten nicht mehr.",
            ]
        case .revoke:
            [
                "Das Gerät kann sich nicht mehr anmelden und vergisst das Konto. Ein Code, der noch wartet, gilt nicht mehr.",
                "Browser, die es auf diesen Seiten angemeldet hat, werden abgemeldet.",
                "Das Konto und seine Daten bleiben.",
            ]
        case .unlock:
            [
                "Die Person kann es sofort wieder versuchen.",
                "Falsche PINs bleiben gezählt: Die nächsten sperren das Gerät wieder, zu viele sperren es dauerhaft.",
            ]
        }
    }

    let unlocksForGood =
        "Dieses Gerät ist dauerhaft gesperrt. Die Regeln des Betreibers lassen Sie es entsperren. Das weicht von NIST SP "
        + "800-63B-4, Abschnitt 3.2.2 ab: Danach wird ein solches Gerät ersetzt."
    let whatStays = "Was sich rückgängig machen lässt"

    func limit(_ act: AccountActName) -> String {
        switch act {
        case .disable:
            "Sie können das Konto wieder aktivieren. Websites behalten eigene Anmeldungen, bis sie sie beenden."
        case .enable: "Sie können das Konto wieder deaktivieren."
        case .remove:
            "Nichts: Das lässt sich nicht rückgängig machen. Konten bei Websites bleiben dort. Das Protokoll behält "
                + "seine Ereignisse, ohne den Benutzernamen. Legt eine Datei das Konto fest, fügt das nächste apply es "
                + "wieder hinzu, ohne Geräte und Daten."
        case .recover:
            "Solange niemand den Code benutzt hat, können Sie ihn wie ein Gerät sperren. Danach ist die Person des Kontos, "
                + "wer ihn benutzt hat."
        case .revoke: "Nichts: Das Gerät muss mit Code und PIN neu verbunden werden."
        case .unlock: "Nichts, aber Sie können das Gerät sperren."
        }
    }

    let whoLearns = "Wer davon erfährt"

    func learns(_ act: AccountActName) -> String {
        switch act {
        case .disable, .enable, .revoke, .unlock:
            "Die Geräte des Kontos zeigen es, und das Programm des Betreibers für Mitteilungen erfährt es. Das Protokoll "
                + "bewahrt Ihren Namen, den Grund und Ihre Signatur auf."
        case .remove, .recover:
            "Das Programm des Betreibers für Mitteilungen erfährt es. Das Protokoll bewahrt die Namen beider "
                + "Administratoren, den Grund und die Signaturen auf."
        }
    }

    let whoConfirms = "Wer es bestätigen muss"
    let oneDevice = "Sie, im nächsten Schritt: auf Ihrem eigenen Gerät, mit Ihrer PIN."
    let twoPersons =
        "Sie, im nächsten Schritt, auf Ihrem eigenen Gerät; und innerhalb von 24 Stunden ein zweiter Administrator, auf "
        + "der Seite Bestätigungen. Bis dahin wartet es, und nichts ändert sich."
    let proceed = "Weiter auf Ihrem Gerät"
    let backToAccount = "Zurück zum Konto"

    let paperTitle = "Die neue Aktivierung"
    let paperOnce = "Diese Seite sehen Sie nur einmal. Drucken Sie sie, oder schreiben Sie beide Blätter jetzt ab."
    let paperPrint = "Gedruckt werden zwei Blätter, ohne den Rest dieser Seite."
    let paperApart =
        "Übergeben Sie die Blätter getrennt: eines der Person, das andere auf anderem Weg, etwa durch einen Anruf. Wer "
        + "beide hat, bekommt das Konto."
    func codeSheet(_ account: String) -> Phrase { "Code für das Konto \(account)" }
    func pinSheet(_ account: String) -> Phrase { "PIN für das Konto \(account)" }
    let paperSteps = [
        "Öffnen Sie die Authenticator-App auf Ihrem Gerät.",
        "Scannen Sie dort diesen Code.",
        "Geben Sie die PIN des anderen Blattes ein. Danach fragt die App nach einer eigenen PIN.",
    ]
    let paperLink = "Wenn die App nicht scannen kann, geben Sie diesen Link ein:"
    let paperPicture = "QR-Code, der das neue Gerät verbindet"
    let paperPIN = "Geheime PIN"
    func paperUntil(_ time: String) -> Phrase { "Zu benutzen vor: \(time)" }
    let paperWarning = "Das haben Sie nicht verlangt? Dann benutzen Sie es nicht, und sagen Sie es dem Betreiber."
    let paperDone = "Zurück zum Konto"
}
