import XignDomain

struct GermanConsoleActs: ConsoleActsWording {
    func lead(_ act: Administration.Effect, isLockedForGood: Bool) -> String {
        switch act {
        case .disableAccount: "Ein Konto deaktivieren, das sich dann nicht mehr anmelden kann:"
        case .enableAccount: "Ein Konto aktivieren, das sich dann wieder anmelden kann:"
        case .removeAccount:
            "Ein Konto mit allen Geräten und Daten entfernen, was sich nicht rückgängig machen lässt:"
        case .replaceDevice:
            "Ein verlorenes Gerät sperren und entfernen sowie Code und PIN für ein neues ausgeben:"
        case .revokeDevice: "Ein Gerät sperren und entfernen, das sich dann nicht mehr anmelden kann:"
        case .unlockDevice:
            isLockedForGood
                ? "Ein Gerät entsperren, das falsche PINs dauerhaft gesperrt haben:"
                : "Ein Gerät nach falschen PINs entsperren, sodass es jetzt neue Versuche hat:"
        case .issueRecovery: "Einen Code und eine PIN ausgeben, die ein neues Gerät mit einem Konto verbinden:"
        case .endLogin: "Eine Anmeldung bei einer Website beenden, mit allem, was die Website dadurch hat:"
        case .grant(_, .administrator, .manager):
            "Ein Konto diesen Manager verwalten lassen, mit allen Konten und Geräten:"
        case .grant(_, .auditor, .manager): "Ein Konto als Prüfer alles bei diesem Manager sehen lassen:"
        case .grant(_, .administrator, .organization): "Ein Konto eine Organisation verwalten lassen:"
        case .grant(_, .auditor, .organization):
            "Ein Konto als Prüfer den Teil einer Organisation in der Konsole sehen lassen:"
        case .withdrawGrant(_, .manager): "Einem Konto die Rechte bei diesem Manager entziehen:"
        case .withdrawGrant(_, .organization): "Einem Konto die Rechte bei einer Organisation entziehen:"
        }
    }

    func label(_ label: AdministrationLabel) -> String {
        switch label {
        case .deviceID: "Kennung des Geräts:"
        case .account: "Konto:"
        case .accountID: "Kennung des Kontos:"
        case .confirmed: "Bestätigt:"
        case .grantID: "Kennung bei der Organisation:"
        case .organization: "Bei der Organisation:"
        case .reason(nil): "Grund:"
        case .reason(.inPerson): "Identität persönlich geprüft, mit Ausweis. Grund:"
        case .reason(.calledBack): "Identität durch Rückruf unter bekannter Nummer geprüft. Grund:"
        case .reason(.other): "Identität auf andere Weise geprüft. Grund:"
        }
    }

    let sentenceTooLong = "Einen Satz mit diesen Namen kann ein Gerät nicht anzeigen. Kürzen Sie den Grund."

    func title(_ act: ActName) -> String {
        switch act {
        case .disableAccount: "Ein Konto deaktivieren"
        case .enableAccount: "Ein Konto aktivieren"
        case .removeAccount: "Ein Konto entfernen"
        case .issueRecovery: "Eine neue Aktivierung ausgeben"
        case .replaceDevice: "Ein verlorenes Gerät ersetzen"
        case .revokeDevice: "Ein Gerät sperren und entfernen"
        case .unlockDevice: "Ein Gerät entsperren"
        case .endLogin: "Eine Anmeldung bei einer Website beenden"
        case .grant: "Rechte in der Konsole vergeben"
        case .withdrawGrant: "Rechte in der Konsole entziehen"
        }
    }

    func page(_ act: ActName) -> ActPageWords? {
        switch act {
        case .disableAccount:
            ActPageWords(
                link: "Deaktivieren",
                effects: [
                    "Das Konto kann sich nicht mehr anmelden, weder bei Websites noch hier.",
                    "Browser, die auf seinen Kontoseiten angemeldet sind, werden abgemeldet. Websites erhalten keine Daten mehr.",
                    "Seine Geräte und seine Daten bleiben.",
                ],
                limit:
                    "Sie können das Konto wieder aktivieren. Websites behalten eigene Anmeldungen, bis sie sie "
                    + "beenden.",
                learns: learnsOfOne)
        case .enableAccount:
            ActPageWords(
                link: "Aktivieren",
                effects: ["Das Konto kann sich wieder anmelden, mit den Geräten, die es hat."],
                limit: "Sie können das Konto wieder deaktivieren.",
                learns: learnsOfOne)
        case .removeAccount:
            ActPageWords(
                link: "Konto entfernen",
                effects: [
                    "Das Konto, seine Geräte, seine Daten und sein Verlauf werden hier gelöscht.",
                    "Sein Benutzername wird für eine andere Person frei.",
                ],
                limit:
                    "Nichts: Das lässt sich nicht rückgängig machen. Konten bei Websites bleiben dort. Das "
                    + "Protokoll behält seine Ereignisse, ohne den Benutzernamen. Legt eine Datei das Konto fest, "
                    + "fügt das nächste apply es wieder hinzu, ohne Geräte und Daten.",
                learns: learnsOfTwo)
        case .issueRecovery:
            ActPageWords(
                link: "Neue Aktivierung auf Papier",
                effects: [
                    "Es entstehen ein Code und eine PIN für ein neues Gerät, 24 Stunden lang gültig.",
                    "Die zweite Person sieht sie, einmal, auf Blättern zum Drucken, die getrennt übergeben werden.",
                    "Codes und PINs, die es schon gab, gelten nicht mehr.",
                ],
                limit:
                    "Solange niemand den Code benutzt hat, können Sie ihn wie ein Gerät sperren. Danach ist die "
                    + "Person des Kontos, wer ihn benutzt hat.",
                learns: learnsOfTwo)
        case .replaceDevice:
            ActPageWords(
                link: "Verlorenes Gerät ersetzen",
                effects: [
                    "Das Gerät kann sich nicht mehr anmelden und vergisst das Konto. Browser, die es auf diesen Seiten "
                        + "angemeldet hat, werden abgemeldet.",
                    "Es entstehen ein Code und eine PIN für ein neues Gerät, 24 Stunden lang gültig.",
                    "Die zweite Person sieht sie, einmal, auf Blättern zum Drucken, die getrennt übergeben werden.",
                    "Codes und PINs, die es schon gab, gelten nicht mehr.",
                ],
                limit:
                    "Nichts: Das Gerät bleibt gesperrt, auch wenn die zweite Person ablehnt. Solange niemand den Code "
                    + "benutzt hat, können Sie ihn wie ein Gerät sperren. Danach ist die Person des Kontos, wer ihn "
                    + "benutzt hat.",
                learns: learnsOfTwo,
                confirmation:
                    "Sie, im nächsten Schritt, auf Ihrem eigenen Gerät: Dann ist das verlorene Gerät gesperrt. Und "
                    + "innerhalb von 24 Stunden ein zweiter Administrator, auf der Seite Bestätigungen: Dann entstehen "
                    + "Code und PIN.")
        case .revokeDevice:
            ActPageWords(
                link: "Sperren",
                effects: [
                    "Das Gerät kann sich nicht mehr anmelden und vergisst das Konto. Ein Code, der noch wartet, gilt nicht mehr.",
                    "Browser, die es auf diesen Seiten angemeldet hat, werden abgemeldet.",
                    "Das Konto und seine Daten bleiben.",
                ],
                limit: "Nichts: Das Gerät muss mit Code und PIN neu verbunden werden.",
                learns: learnsOfOne)
        case .unlockDevice:
            ActPageWords(
                link: "Entsperren",
                effects: [
                    "Die Person kann es sofort wieder versuchen.",
                    "Falsche PINs bleiben gezählt: Die nächsten sperren das Gerät wieder, zu viele sperren es dauerhaft.",
                ],
                limit: "Nichts, aber Sie können das Gerät sperren.",
                learns: learnsOfOne)
        case .endLogin:
            ActPageWords(
                link: "Diese Anmeldung beenden",
                effects: [
                    "Was die Website von dieser Anmeldung hat, endet: Code, Tokens und dauerhafter Zugriff.",
                    "Ein Browser, der sich die Anmeldung gemerkt hat, fragt wieder nach dem Gerät.",
                    "Die Website erfährt davon, wenn sie von Abmeldungen erfahren will.",
                ],
                limit:
                    "Die Person kann sich wieder anmelden. Geräte bleiben, wie sie sind. Eine Website behält eine "
                    + "eigene Anmeldung, bis sie sie beendet.",
                learns: learnsOfOne)
        case .grant, .withdrawGrant: nil
        }
    }

    func done(_ act: ActName) -> String? {
        switch act {
        case .disableAccount: "Das Konto ist deaktiviert. Es kann sich nicht mehr anmelden."
        case .enableAccount: "Das Konto ist aktiviert. Es kann sich wieder anmelden."
        case .removeAccount: "Das Konto ist entfernt, mit allem, was dazugehört."
        case .unlockDevice: "Das Gerät ist entsperrt. Es hat die Versuche, die ihm noch blieben."
        case .replaceDevice:
            "Das Gerät ist gesperrt. Die neue Aktivierung muss eine zweite Person innerhalb von 24 Stunden bestätigen."
        case .revokeDevice: "Das Gerät ist gesperrt. Es kann sich nicht mehr anmelden."
        case .endLogin: "Die Anmeldung ist beendet. Die Website hat hier nichts mehr davon."
        case .grant: "Das Recht ist vergeben."
        case .withdrawGrant: "Das Recht ist entzogen. Es endet mit der nächsten Seite, die geöffnet wird."
        case .issueRecovery: nil
        }
    }

    private let learnsOfOne =
        "Die Geräte des Kontos zeigen es, und das Programm des Betreibers für Mitteilungen erfährt es. Das Protokoll "
        + "bewahrt Ihren Namen, den Grund und Ihre Signatur auf."
    private let learnsOfTwo =
        "Das Programm des Betreibers für Mitteilungen erfährt es. Das Protokoll bewahrt die Namen beider "
        + "Administratoren, den Grund und die Signaturen auf."

    let nothingLeftOfLogin = "Von dieser Anmeldung ist hier nichts mehr übrig, also lässt sich nichts beenden."
    let whatHappens = "Das geschieht"

    let unlocksForGood =
        "Dieses Gerät ist dauerhaft gesperrt. Die Regeln des Betreibers lassen Sie es entsperren. Das weicht von NIST SP "
        + "800-63B-4, Abschnitt 3.2.2 ab: Danach wird ein solches Gerät ersetzt."
    let whatStays = "Was sich rückgängig machen lässt"

    let whoLearns = "Wer davon erfährt"

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
    ]
    let paperPINStep = "Geben Sie die PIN des anderen Blattes ein. Danach fragt die App nach einer eigenen PIN."
    let paperLink = "Wenn die App nicht scannen kann, geben Sie diesen Link ein:"
    let paperPicture = "QR-Code, der das neue Gerät verbindet"
    let paperPIN = "Geheime PIN"
    func paperUntil(_ time: String) -> Phrase { "Zu benutzen vor: \(time)" }
    let paperWarning = "Das haben Sie nicht verlangt? Dann benutzen Sie es nicht, und sagen Sie es dem Betreiber."
    let paperDone = "Zurück zum Konto"
}
