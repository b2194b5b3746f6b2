import XignDomain
import XignProtocol

// Long because: one page after the other, as in `AccountWording`.

struct GermanAccount: AccountWording {
    let frame: any AccountFrameWording = GermanAccountFrame()
    let login: any SurfaceLoginWording = GermanSurfaceLogin.account
    let overview: any OverviewWording = GermanOverview()
    let devices: any DevicesWording = GermanDevices()
    let connecting: any ConnectingWording = GermanConnecting()
    let data: any AccountDataWording = GermanAccountData()
    let addresses: any AddressWording = GermanAddresses()
    let websites: any AccountWebsitesWording = GermanAccountWebsites()
    let history: any AccountHistoryWording = GermanAccountHistory()
    let settings: any SettingsWording = GermanSettings()
    let deletion: any DeletionWording = GermanDeletion()
    let outcomes: any OutcomeWording = GermanOutcomes()

    func browser(_ kind: BrowserKind) -> String { "\(kind.product.name) auf \(kind.system.name)" }
}

private struct GermanAccountFrame: AccountFrameWording {
    let skipToContent = "Zum Inhalt springen"
    let menu = "Menü"
    let logOut = "Abmelden"
    let breadcrumbs = "Sie sind hier"
    let problem = "Das lässt sich so noch nicht speichern"
    let cancel = "Abbrechen"
    let back = "Zurück"
    let newer = "Neuere"
    let older = "Ältere"
    let pages = "Seiten"

    func loggedIn(as account: String) -> Phrase { "Angemeldet als \(account)" }
    func titleWithErrors(_ title: String) -> String { "Fehler: \(title)" }

    func section(_ section: AccountSection) -> String {
        switch section {
        case .overview: "Ihr Konto"
        case .devices: "Geräte"
        case .data: "Ihre Daten"
        case .websites: "Websites"
        case .history: "Verlauf"
        case .settings: "Einstellungen"
        }
    }

    func done(_ code: DoneCode) -> String {
        switch code {
        case .deviceRenamed: "Das Gerät hat einen neuen Namen."
        case .deviceRemoved: "Das Gerät wurde entfernt. Es kann sich nicht mehr anmelden."
        case .deviceLocked: "Das Gerät ist dauerhaft gesperrt. Es kann sich nicht mehr anmelden."
        case .deviceConnected: "Das Gerät ist verbunden. Es kann sich jetzt anmelden."
        case .connectionCancelled: "Code und PIN gelten nicht mehr. Es wurde kein Gerät verbunden."
        case .joined: "Ihr Konto gehört jetzt zu der Organisation."
        case .dataSaved: "Ihre Daten sind gespeichert."
        case .dataRemoved: "Der Wert ist entfernt."
        case .addressVerified: "Ihre E-Mail-Adresse ist bestätigt."
        case .addressRemoved: "Die E-Mail-Adresse ist entfernt."
        case .codeSent: "Der Code ist unterwegs."
        case .websiteWithdrawn:
            "Sie haben widerrufen. Die Website erhält nichts mehr, bis Sie sich dort wieder anmelden."
        case .lastingAccessEnded: "Die Website kann nicht mehr ohne Sie wiederkommen."
        case .choiceForgotten: "Die nächste Anmeldung dort fragt wieder."
        case .languageSaved: "Ihre Sprache ist gespeichert."
        case .sessionEnded: "Der andere Browser ist abgemeldet."
        case .rememberedLoginEnded: "Die gemerkte Anmeldung ist beendet. Die Website fragt wieder nach Ihrem Gerät."
        case .sharedLoginEnded: "Die gemeinsame Anmeldung ist beendet. Die Websites fragen wieder nach Ihrem Gerät."
        case .sharedLoginsEnded:
            "Alle gemeinsamen Anmeldungen sind beendet. Die Websites fragen wieder nach Ihrem Gerät."
        case .sessionsEnded: "Alle anderen Browser sind abgemeldet."
        case .recoveryCodeRemoved: "Der Wiederherstellungscode gilt nicht mehr."
        case .recoveryStopped: "Die Wiederherstellung ist gestoppt, und ihr Code gilt nicht mehr."
        }
    }
}

private struct GermanOverview: OverviewWording {
    let title = "Ihr Konto"
    let nothingToDo = "Es gibt nichts, worum Sie sich kümmern müssten."
    let oneDeviceTitle = "Sorgen Sie vor, falls Sie Ihr Gerät verlieren"
    let oneDevice = "Ohne dieses Gerät können Sie sich nicht anmelden. Verbinden Sie jetzt ein zweites."
    let addressTitle = "Lassen Sie sich per E-Mail informieren"
    let addAddress = "Mit einer E-Mail-Adresse erfahren Sie, wenn sich ein Gerät oder eine PIN ändert."
    let verifyAddress =
        "Bestätigen Sie Ihre E-Mail-Adresse: Dann erfahren Sie, wenn sich ein Gerät oder eine PIN ändert."
    let lastLogin = "Letzte Anmeldung"
    let links = "Bereiche Ihres Kontos"

    func devices(_ count: Int) -> String { count == 1 ? "1 Gerät" : "\(count) Geräte" }
    func values(_ count: Int) -> String { count == 1 ? "1 Angabe" : "\(count) Angaben" }
    func websites(_ count: Int) -> String { count == 1 ? "1 Website oder App" : "\(count) Websites und Apps" }
}

private struct GermanDevices: DevicesWording {
    let title = "Ihre Geräte"
    let connect = "Weiteres Gerät verbinden"
    let thisLogin = "diese Anmeldung"
    let inUse = "in Gebrauch"
    let waiting = "noch nicht verbunden"
    let lockedForGood = "dauerhaft gesperrt"
    let id = "Kennung"
    let system = "System"
    let inBrowser = "Im Browser"
    let connected = "Verbunden"
    let lastUsed = "Zuletzt benutzt"
    let connectUntil = "Verbinden bis"
    let newDeviceUntil = "Neu: kann andere Geräte nicht ändern bis"
    let wrongPINsTerm = "Versuche"
    let unknown = "nicht bekannt"
    let unnamed = "Ein Gerät ohne Namen"
    let lost =
        "Haben Sie ein Gerät verloren? Entfernen Sie es hier mit einem anderen. Es kann sich dann nicht mehr anmelden."
    let newPhoneTitle = "Ein neues Handy?"
    let newPhoneSteps = [
        "Verbinden Sie es, und bestätigen Sie das mit dem alten.",
        "Probieren Sie es: Melden Sie sich mit dem neuen an.",
        "Entfernen Sie dann das alte, und bestätigen Sie das mit dem alten selbst.",
    ]
    let newPhoneReason =
        "Ein Gerät kann sich immer selbst entfernen. 24 Stunden lang kann das neue kein älteres entfernen."
    let rename = "Umbenennen"
    let remove = "Entfernen"
    let renameTitle = "Gerät umbenennen"
    let name = "Name des Geräts"
    let nameHint = "Ihre Geräte zeigen diesen Namen."
    let save = "Speichern"
    let removeTitle = "Gerät entfernen"
    let removeOther = "Es kann sich nicht mehr anmelden und vergisst dieses Konto. Ihre Daten bleiben erhalten."
    let removeThisLogin = "Mit diesem Gerät haben Sie sich hier angemeldet. Dieser Browser wird dann abgemeldet."
    let removeLast =
        "Das ist Ihr einziges Gerät. Verbinden Sie zuerst ein anderes, sonst können Sie sich nicht mehr anmelden."
    let continueOnDevice = "Weiter auf Ihrem Gerät"
    let confirmedThere = "Den nächsten Schritt bestätigen Sie auf einem Ihrer Geräte, mit Ihrer PIN."

    func flaw(_ flaw: TextFlaw) -> String {
        switch flaw {
        case .blank: "Geben Sie einen Namen für das Gerät ein."
        case .tooLong: "Wählen Sie einen kürzeren Namen."
        case .invisible, .repeatedMark, .tooManyMarks:
            "Wählen Sie einen Namen aus sichtbaren Buchstaben und Ziffern."
        }
    }

    func lockedUntil(_ time: String) -> Phrase { "gesperrt bis \(time)" }
    func wrongPINs(_ count: Int) -> String { count == 1 ? "einmal falsche PIN" : "\(count)-mal falsche PIN" }
    func removeExplanation(_ alias: String) -> Phrase { "\(alias) entfernen?" }
}

private struct GermanConnecting: ConnectingWording {
    let title = "Weiteres Gerät verbinden"
    let explanation =
        "Sie bestätigen das auf einem Gerät, das schon verbunden ist. Danach zeigt diese Seite für zehn Minuten einen "
        + "Code und eine PIN für das neue Gerät."
    let limits =
        "Ein Konto hat höchstens 10 Geräte. Ein neues Gerät kann sich sofort anmelden. 24 Stunden lang kann es weder "
        + "Geräte verbinden oder entfernen noch das Konto löschen."
    let tooMany = "Ihr Konto hat so viele Geräte, wie es haben kann. Entfernen Sie zuerst eines."
    let proceed = "Weiter auf Ihrem Gerät"
    let codeTitle = "Verbinden Sie Ihr neues Gerät"
    let onlyHere =
        "Nur dieser Browser zeigt Code und PIN, zehn Minuten lang. Sie sind weg, sobald das neue Gerät verbunden ist."
    func steps(with authenticators: Authenticators) -> [String] {
        let steps =
            switch authenticators {
            case .app: ["Öffnen Sie die Authenticator-App auf dem neuen Gerät.", "Scannen Sie dort diesen Code."]
            case .appOrBrowser: ["Nehmen Sie das neue Gerät, etwa ein Handy.", "Scannen Sie damit diesen Code."]
            }
        return steps + ["Geben Sie dort die PIN ein. Danach wählen Sie dort eine eigene PIN."]
    }
    let pin = "PIN für das neue Gerät"
    let picture = "QR-Code, der das neue Gerät verbindet"
    let openHere = "Auf diesem Gerät öffnen"
    let copyLink = "Link kopieren"
    let neverAsked = "Nur Ihr Authenticator fragt nach Ihrer eigenen PIN: keine andere Seite und keine E-Mail."
    let done = "Ich habe es verbunden"
    let cancel = "Abbrechen"
    let notYetTitle = "Noch nicht verbunden"
    let showCode = "Code und PIN zeigen"
    let beginAgain =
        "Dieser Browser kann Code und PIN nicht mehr zeigen. Wenn Sie sie brauchen, brechen Sie ab und beginnen Sie neu."
    let overTitle = "Es wurde kein Gerät verbunden"
    let over = "Der Code ist abgelaufen, oder Sie haben abgebrochen. Beginnen Sie neu, um einen anderen zu bekommen."

    func coolDown(_ time: String) -> Phrase {
        "Das Gerät, mit dem Sie sich angemeldet haben, ist neu. Es kann ab \(time) ein weiteres verbinden."
    }
    func validUntil(_ time: String) -> Phrase { "Gültig bis \(time)" }
    func notYet(_ device: String) -> Phrase {
        "Das Gerät \(device) ist noch nicht verbunden. Machen Sie dort weiter, und sehen Sie dann nach."
    }
}

private struct GermanRememberedLogins: RememberedLoginsWording {
    let title = "Gemerkte Anmeldungen"
    let explanation =
        "In diesen Browsern kommen Sie ohne Ihr Gerät zu diesen Websites. Das haben Sie auf der Anmeldeseite "
        + "angekreuzt. Beenden Sie alles, was Sie nicht kennen."
    let browser = "Browser"
    let endsAt = "Endet ohne Benutzung"
    let end = "Beenden"
}

private struct GermanSharedLogins: SharedLoginsWording {
    let title = "Gemeinsame Anmeldungen"
    let explanation =
        "In diesen Browsern kommen Sie ohne Ihr Gerät zu den Websites einer Organisation. Das haben Sie auf Ihrem "
        + "Gerät erlaubt. Beenden Sie alles, was Sie nicht kennen."
    let end = "Beenden"
    let endAll = "Alle beenden"

    func used(organization: String, websites: [String]) -> Phrase {
        "Websites von \(organization), bisher benutzt: " + Phrase.list(websites) + "."
    }
}

private struct GermanSettings: SettingsWording {
    let title = "Einstellungen"
    let language = "Sprache"
    let browsersLanguage = "Wie im Browser eingestellt"
    let languageHint = "Für diese Seiten und für alles, was Ihre Geräte vor dem Bestätigen zeigen."
    let save = "Speichern"
    let sessions = "Angemeldete Browser"
    let sessionsExplanation =
        "Ein Browser wird nach 15 Minuten ohne Benutzung abgemeldet, spätestens nach einer Stunde. Websites haben "
        + "eigene Anmeldungen. Jeder Browser sagt selbst, welcher er ist. Das prüft niemand."
    let atConsole = "an der Konsole"
    let thisBrowser = "dieser Browser"
    let since = "Seit"
    let lastSeen = "Zuletzt benutzt"
    let network = "Netz"
    let confirmedWith = "Bestätigt mit"
    let unknownBrowser = "Ein Browser"
    let end = "Abmelden"
    let endOthers = "Alle anderen abmelden"
    let remembered: any RememberedLoginsWording = GermanRememberedLogins()
    let shared: any SharedLoginsWording = GermanSharedLogins()
    let export = "Eine Kopie Ihrer Daten"
    let exportExplanation =
        "Alles, was hier über Sie gespeichert ist, in einer Datei: Daten, Geräte, Browser, Websites und Verlauf. "
        + "Programme können sie lesen (JSON)."
    let exportNow = "Kopie anfordern"
    let deletion = "Konto löschen"
    let deletionLink = "Ihr Konto löschen"
}

private struct GermanDeletion: DeletionWording {
    let title = "Ihr Konto löschen"
    let goes = "Das wird hier gelöscht"
    let goesItems = [
        "Ihr Benutzername und Ihre Daten", "alle Geräte: Keines kann sich mehr mit diesem Konto anmelden",
        "Ihr Verlauf und Ihre Auswahl für Websites",
    ]
    let stays = "Das bleibt"
    let staysItems = [
        "Konten bei Websites, und was diese erhalten haben: Bitten Sie dort um Löschung",
        "das Protokoll vergangener Vorgänge, das der Betreiber aufbewahren muss, ohne Ihren Namen",
    ]
    let cannotBeUndone = "Das lässt sich nicht rückgängig machen. Konten bei Websites bleiben bestehen."
    let proceed = "Weiter auf Ihrem Gerät"
    let farewellTitle = "Ihr Konto ist gelöscht"
    let farewellWebsites = "Was Websites erhalten haben, bleibt dort. Bitten Sie dort um Löschung."

    func farewell(account: String) -> Phrase {
        "Das Konto \(account), seine Geräte und seine Daten sind hier gelöscht."
    }
}

private struct GermanOutcomes: OutcomeWording {
    let exportedTitle = "Ihre Kopie ist bereit"
    let exported =
        "Speichern Sie die Datei jetzt: Diese Seite zeigt sie nur einmal. Sie enthält alle Ihre Daten. Bewahren "
        + "Sie sie dort auf, wo nur Sie sie lesen können."
    let saveFile = "Datei speichern"

    func problem(_ problem: AccountProblem) -> ProblemWords {
        switch problem {
        case .notFound:
            ProblemWords(
                title: "Das gibt es hier nicht",
                whatHappened: "Es wurde entfernt, es gab es nie, oder es gehört zu einem anderen Konto.",
                whatToDo: "Gehen Sie zurück zu Ihrem Konto.")
        case .changed:
            ProblemWords(
                title: "Das hat sich inzwischen geändert",
                whatHappened: "Es wurde geändert, nachdem diese Seite angezeigt wurde, vielleicht in einem anderen "
                    + "Tab. Es ist nichts geschehen.",
                whatToDo: "Sehen Sie es sich noch einmal an, und entscheiden Sie dann.")
        case .notOwnForm:
            ProblemWords(
                title: "Es ist nichts geschehen",
                whatHappened: "Das Formular kam nicht aus Ihrem Konto in diesem Browser, oder Sie haben sich seither "
                    + "neu angemeldet.",
                whatToDo: "Gehen Sie zurück, sehen Sie noch einmal nach, und senden Sie das Formular dann neu.")
        case .malformed:
            ProblemWords(
                title: "Dieses Formular ist nicht lesbar",
                whatHappened: "Ihr Browser hat etwas anderes gesendet, als hier erwartet wird.",
                whatToDo: "Gehen Sie zurück, und füllen Sie es noch einmal aus.")
        case .tooMany:
            ProblemWords(
                title: "Zurzeit zu viele Änderungen",
                whatHappened: "Von hier wurde mehr gesendet, als auf einmal angenommen wird. Es ist nichts geschehen.",
                whatToDo: "Warten Sie eine Minute, und senden Sie es dann noch einmal.")
        case .exportBusy:
            ProblemWords(
                title: "Gerade ist keine Kopie möglich",
                whatHappened: "Kopien entstehen nacheinander, und nur wenige in der Minute. Sie haben keine erhalten.",
                whatToDo: "Warten Sie eine Minute, und senden Sie es dann noch einmal.")
        case .notConfirmed:
            ProblemWords(
                title: "Es ist nichts geschehen",
                whatHappened: "Der Vorgang wurde auf Ihrem Gerät nicht bestätigt, oder die Bestätigung kam zu spät.",
                whatToDo: "Beginnen Sie noch einmal, und bestätigen Sie innerhalb einer Minute.")
        case .alreadyDone:
            ProblemWords(
                title: "Das ist schon geschehen",
                whatHappened: "Jede Bestätigung gilt für einen Vorgang und nur einmal. Was danach zu sehen war, wird "
                    + "nicht noch einmal gezeigt.",
                whatToDo: "Gehen Sie zurück, und beginnen Sie neu, wenn Sie es noch einmal brauchen.")
        case .coolDown:
            ProblemWords(
                title: "Dafür ist Ihr Gerät noch zu neu",
                whatHappened: "Ein neues Gerät kann 24 Stunden lang kein weiteres verbinden, kein älteres umbenennen "
                    + "oder entfernen und das Konto nicht löschen. Es ist nichts geschehen.",
                whatToDo: "Bestätigen Sie mit einem anderen Gerät, oder warten Sie, bis die Zeit um ist.")
        case .tooManyDevices:
            ProblemWords(
                title: "Es lässt sich kein weiteres Gerät verbinden",
                whatHappened:
                    "Ihr Konto hat so viele Geräte, wie es haben kann, drei davon sind noch nicht verbunden, oder zehn "
                    + "wurden innerhalb eines Tages verbunden.",
                whatToDo: "Entfernen Sie zuerst eines, oder kommen Sie morgen wieder.")
        case .lastDevice:
            ProblemWords(
                title: "Das ist Ihr einziges Gerät",
                whatHappened: "Ohne dieses Gerät könnten Sie sich nicht mehr anmelden. Deshalb wurde es nicht "
                    + "entfernt.",
                whatToDo: "Verbinden Sie zuerst ein anderes Gerät.")
        case .deviceLocked:
            ProblemWords(
                title: "Das Gerät ist gesperrt",
                whatHappened: "Das Gerät, das bestätigt hat, wurde inzwischen gesperrt. Es ist nichts geschehen.",
                whatToDo: "Bestätigen Sie mit einem anderen Gerät, oder warten Sie, bis die Sperre endet.")
        case .tooManyCopies:
            ProblemWords(
                title: "Heute gibt es keine weitere Kopie",
                whatHappened: "Sie haben an einem Tag drei Kopien Ihrer Daten erhalten. Eine weitere gab es nicht.",
                whatToDo: "Benutzen Sie die letzte, oder kommen Sie morgen wieder.")
        case .lastAdministrator:
            ProblemWords(
                title: "Nur Sie verwalten diesen Dienst",
                whatHappened: "Danach könnte niemand mehr bei Konten helfen. Deshalb ist nichts geschehen.",
                whatToDo: "Machen Sie zuerst eine andere Person zur Verwalterin oder zum Verwalter.")
        case .notAllowed:
            ProblemWords(
                title: "Das ist jetzt nicht möglich",
                whatHappened: "Die Regeln des Betreibers oder der Zustand des bestätigenden Geräts lassen es nicht "
                    + "zu. Es ist nichts geschehen.",
                whatToDo: "Prüfen Sie Ihre Geräte, oder fragen Sie den Betreiber.")
        case .invitationOver:
            ProblemWords(
                title: "Hier ist keine Einladung anzunehmen",
                whatHappened: "Sie hat geendet, oder Sie haben sie vor mehr als 20 Minuten geöffnet.",
                whatToDo: "Öffnen Sie ihren Link noch einmal.")
        }
    }
}
