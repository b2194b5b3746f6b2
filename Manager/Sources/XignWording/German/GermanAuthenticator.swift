// Long because: one step after the other, as in `AuthenticatorWording`.

struct GermanAuthenticator: AuthenticatorWording {
    /// The name of the operator.
    let provider: String

    let title = "Authenticator-Seite"
    let oneMoment = "Einen Moment."
    let needsScripts =
        "Diese Seite braucht JavaScript: Sie ist ein Authenticator und bewahrt Ihre Schlüssel in diesem Browser auf. "
        + "Nichts wurde bestätigt, und niemand wurde angemeldet."
    let toOverview = "Zur Übersicht"
    let tryAgain = "Noch einmal versuchen"
    let reload = "Seite neu laden"
    let incomplete = "Ein Teil dieser Seite ist nicht angekommen. Laden Sie die Seite neu."
    let notStored =
        "Der Browser konnte das nicht speichern: Vielleicht ist das Gerät voll. Schaffen Sie Platz, und drücken Sie die "
        + "Taste dann noch einmal."
    let unfinished =
        "Dieser Browser ist verbunden, aber er konnte das nicht speichern: Vielleicht ist das Gerät voll. Schaffen Sie "
        + "Platz, aber löschen Sie nicht die Daten dieses Browsers, denn dort sind Ihre Schlüssel. Drücken Sie die Taste "
        + "dann noch einmal. Wenn Sie hier aufhören, öffnen Sie denselben Code noch einmal, sobald Platz ist."
    let overview: any AuthenticatorOverviewWording
    let activation: any AuthenticatorActivationWording = GermanAuthenticatorActivation()
    let pin: any AuthenticatorPINWording
    let confirmation: any AuthenticatorConfirmationWording
    let data: any AuthenticatorDataWording = GermanAuthenticatorData()
    let unsuitable = Refusal(
        title: "Dieser Browser kann kein Authenticator sein",
        whatHappened: "Ihm fehlt eine Art der Verschlüsselung oder des Speichers. Private Fenster haben oft keinen "
            + "Speicher.",
        whatToDo: "Öffnen Sie den Link in einem normalen Fenster eines aktuellen Browsers, oder verwenden Sie ein "
            + "anderes Gerät.")

    init(provider: String) {
        self.provider = provider
        overview = GermanAuthenticatorOverview(provider: provider)
        pin = GermanAuthenticatorPIN(provider: provider)
        confirmation = GermanAuthenticatorConfirmation(provider: provider)
    }

    func refusal(_ refusal: AuthenticatorRefusal) -> Refusal {
        GermanAuthenticatorRefusals(provider: provider).words(for: refusal)
    }
}

private struct GermanAuthenticatorOverview: AuthenticatorOverviewWording {
    let provider: String

    let heading = "Der Authenticator in diesem Browser"
    let headingWithoutActivation = "Dieser Browser ist noch nicht verbunden"
    let howToConnect =
        "Scannen Sie den Code Ihrer Einladung mit der Kamera dieses Geräts, oder öffnen Sie ihren Link in diesem "
        + "Browser."
    let wasConnected =
        "War er schon einmal verbunden? Dann wurden seine Daten gelöscht, und mit ihnen Ihre Schlüssel. Ihr Konto "
        + "bleibt. Sie brauchen einen neuen Code: mit einem anderen Ihrer Geräte, auf der Seite Ihres Kontos, oder vom "
        + "Betreiber."
    let howToLogIn =
        "Um sich anzumelden, scannen Sie den Code auf der Anmeldeseite mit der Kamera dieses Geräts."
    let account = "Konto"
    let manager = "Bei"
    let device = "Gerät"
    let unfinished =
        "Das Verbinden wurde unterbrochen. Öffnen Sie den Code noch einmal, um es abzuschließen."
    let unstored =
        "Dieser Browser ist verbunden, aber er konnte das nicht speichern: Vielleicht ist das Gerät voll. Schaffen Sie "
        + "Platz, aber löschen Sie nicht die Daten dieses Browsers, denn dort sind Ihre Schlüssel. Laden Sie diese Seite "
        + "dann neu."
    let pinUnclear =
        "Eine Änderung der PIN wurde unterbrochen: Versuchen Sie zuerst die neue PIN, dann die alte."
    let changePIN = "PIN ändern"
    let remove = "Aus diesem Browser entfernen"
    let keysAreGone = "Die Schlüssel werden für immer entfernt. Das Konto selbst bleibt."
    let keep = "Behalten"
    var notTold: String {
        "\(provider) antwortet nicht, deshalb wurde nichts entfernt. Wenn Sie nur hier entfernen, steht dieser Browser weiter "
            + "in Ihrem Konto: Entfernen Sie ihn dann auch auf der Seite Ihres Kontos."
    }
    let removeAnyway = "Nur hier entfernen"
    let removedTitle = "Aus diesem Browser entfernt"
    let removed =
        "Die Schlüssel sind gelöscht, und dieser Browser steht nicht mehr in Ihrem Konto. Das Konto selbst bleibt."
    let removedHereAlone =
        "Die Schlüssel sind gelöscht, aber dieser Browser steht noch in Ihrem Konto: Entfernen Sie ihn auf der Seite Ihres "
        + "Kontos."

    func howToLogInHere(openHere: String) -> String {
        "Um sich auf diesem Gerät anzumelden, drücken Sie auf der Anmeldeseite „\(openHere)“."
    }
    func removeTitle(account: String) -> Phrase { "\(account) aus diesem Browser entfernen?" }
    func consequences(account: String, manager: String) -> Phrase {
        "Mit diesem Browser können Sie sich dann nicht mehr als \(account) bei \(manager) anmelden."
    }
}

private struct GermanAuthenticatorActivation: AuthenticatorActivationWording {
    let title = "Diesen Browser mit Ihrem Konto verbinden"
    let explanation =
        "Dann bestätigen Sie Anmeldungen hier, mit einer PIN. Die Schlüssel dafür gibt es nur in diesem Browser auf "
        + "diesem Gerät."
    let lossTitle = "Was die Schlüssel löscht"
    let losses = [
        "Sie löschen die Daten von Websites, oder Sie entfernen den Browser.",
        "Das ist ein privates Fenster, und es wird geschlossen.",
        "Safari auf iPhone, iPad oder Mac: sieben Tage Nutzung ohne Besuch dieser Seite.",
        "Jeder Browser, wenn auf dem Gerät der Platz knapp wird.",
    ]
    let secondDevice =
        "Ohne die Schlüssel können Sie sich hier nicht anmelden. Verbinden Sie bald ein zweites Gerät: auf der Seite "
        + "Ihres Kontos."
    let appIsSafer =
        "Eine Authenticator-App bewahrt Schlüssel besser auf, als ein Browser es kann. Verwenden Sie lieber sie, wenn "
        + "Sie die Wahl haben."

    let pinTitle = "Geben Sie die Aktivierungs-PIN ein"
    let pinExplanation =
        "Sie haben sie getrennt vom Code erhalten, oder ein anderes Ihrer Geräte zeigt sie."
    let pin = "Aktivierungs-PIN"
    let lockedForGood = Refusal(
        title: "Dieser Code gilt nicht mehr",
        whatHappened: "Die Aktivierungs-PIN war zu oft falsch.",
        whatToDo: "Sie brauchen einen neuen Code, von einem anderen Ihrer Geräte oder vom Betreiber.")
    let alreadyUsedTitle = "Dieser Code wurde schon verwendet"
    let alreadyUsedAdvice =
        "War es dieser Browser, und wurden seine Daten seitdem gelöscht, holen Sie sich einen neuen Code. "
        + "Waren das nicht Sie, dann hat jemand anderes ein Gerät mit Ihrem Konto verbunden: Sagen Sie es sofort dem "
        + "Betreiber."

    let invitedBy = "Eingeladen von"
    let service = "Für"
    let keepsPIN = "Die PIN dieses Browsers ist die, die Sie eingegeben haben."
    let name = "Name dieses Browsers"
    let nameHint = "Unter diesem Namen finden Sie ihn bei Ihren Geräten. Auch der Betreiber sieht ihn."
    let nameFlaw = "Wählen Sie einen Namen aus höchstens 64 sichtbaren Buchstaben, Ziffern und Zeichen."
    let connect = "Verbinden"
    let otherPINSent =
        "Geben Sie die PIN des ersten Versuchs ein: Vielleicht ist sie angekommen. Oder öffnen Sie den Code noch "
        + "einmal, und beginnen Sie neu."

    let doneTitle = "Dieser Browser ist verbunden"
    let isKept =
        "Der Browser behält die Schlüssel, wenn der Platz knapp wird. Alles andere kann sie trotzdem löschen."
    let isNotKept =
        "Der Browser sagt nicht zu, dass er die Schlüssel behält: Er löscht sie vielleicht, wenn der Platz knapp wird "
        + "oder wenn Sie lange nicht hier waren."
    let howToKeep =
        "Sie können den Browser bitten, sie zu behalten. Manche Browser fragen dann Sie: Erlauben Sie es."
    let askToKeep = "Den Browser bitten, die Schlüssel zu behalten"
    let askedToKeep =
        "Wenn der Browser Sie jetzt fragt, erlauben Sie es. Sie können auch ohne Antwort weitermachen."
    let refusedToKeep = "Der Browser hat abgelehnt."

    func wrongPIN(wait: String) -> Phrase {
        "Die Aktivierungs-PIN war falsch. Den nächsten Versuch haben Sie in \(wait)."
    }
    func alreadyUsed(date: String) -> Phrase { "Das war am \(date)." }
    func chooseTitle(account: String) -> Phrase { "Als \(account) verbinden" }
    func wrongPINsBefore(count: String) -> Phrase {
        "Falsche Aktivierungs-PINs vor dieser: \(count). Haben nicht Sie sie eingegeben, dann hat jemand anderes den "
            + "Code: Sagen Sie es dem Betreiber."
    }
    func nameProposal(system: String) -> Phrase { "Browser auf \(system)" }
}

private struct GermanAuthenticatorPIN: AuthenticatorPINWording {
    let provider: String

    let title = "Geben Sie Ihre PIN ein"
    let label = "PIN"
    let show = "Anzeigen"
    let confirm = "Bestätigen"
    let notAPIN =
        "Eine PIN hat 5 bis 32 Ziffern, dazwischen höchstens Leerzeichen und Striche. Es wurde kein Versuch gezählt."
    let wrong = "Die PIN war falsch. Geben Sie sie noch einmal ein."

    let new = "Neue PIN"
    let again = "Neue PIN noch einmal"
    let common = "Das ist eine der häufigsten PINs. Wählen Sie eine andere."
    let differ = "Die beiden Eingaben unterscheiden sich. Geben Sie beide noch einmal ein."
    let isActivationPIN = "Wählen Sie eine andere als die Aktivierungs-PIN, denn die haben andere gesehen."
    let isPresent = "Das ist Ihre bisherige PIN. Wählen Sie eine andere."
    let unusable = "Mit dieser PIN kann dieser Browser nicht umgehen. Wählen Sie eine andere."

    let lockedTitle = "Die PIN war falsch"
    let overTitle = "Nach falschen PINs gesperrt"
    let overAdvice = "Beginnen Sie dann neu."
    let lockedForGood = Refusal(
        title: "Dauerhaft gesperrt",
        whatHappened: "Die PIN war zu oft falsch. Mit diesem Browser können Sie sich nicht mehr anmelden.",
        whatToDo: "Entfernen Sie hier die Verbindung. Verbinden Sie den Browser dann neu: mit einem Code von einem "
            + "anderen Ihrer Geräte oder vom Betreiber.")

    let changeTitle = "PIN ändern"
    let present = "Bisherige PIN"
    let otherDevices = "Die anderen Geräte Ihres Kontos behalten ihre eigenen PINs."
    let change = "PIN ändern"
    var noAnswer: String {
        "\(provider) hat nicht geantwortet. Prüfen Sie Ihre Internetverbindung, und versuchen Sie es noch einmal."
    }
    var changeUnclear: String {
        "\(provider) hat nicht geantwortet: Die PIN ist vielleicht geändert, vielleicht nicht. Drücken Sie die Taste noch "
            + "einmal. Oder versuchen Sie beim nächsten Mal zuerst die neue PIN."
    }
    let otherPINSent = "Geben Sie dieselbe neue PIN wie vorher ein: Vielleicht ist sie angekommen."
    let changedTitle = "Die PIN ist geändert"
    let changed = "Von jetzt an gilt in diesem Browser die neue PIN."

    func hint(minimum: String, maximum: String) -> Phrase {
        "\(minimum) bis \(maximum) Ziffern, die nur Sie kennen. Niemand kann sie Ihnen später nennen."
    }
    func length(minimum: String, maximum: String) -> Phrase {
        "Eine neue PIN hat \(minimum) bis \(maximum) Ziffern."
    }
    func locked(span: String) -> Phrase { "Warten Sie \(span). Danach können Sie es hier noch einmal versuchen." }
    func over(date: String) -> Phrase { "Warten Sie bis \(date). Es wurde nichts bestätigt." }
}

private struct GermanAuthenticatorConfirmation: AuthenticatorConfirmationWording {
    let provider: String

    let role = "Rolle"
    let receives = "Dort erhält man"
    let roleAndIdentifier = "Ihre Rolle und eine Kennung."
    let ownIdentifier = "Jede Website kennt Sie unter einer eigenen Kennung."
    let optional = "Freiwillige Angaben"
    let permissions = "Das können Sie erlauben"
    var additionsAreForeign: String {
        "Die Namen von Gruppen, Erlaubnissen und anderen Ergänzungen hat \(provider) gewählt."
    }
    let logIn = "Anmelden"
    let cancel = "Abbrechen"
    let notMe = "Das war ich nicht"

    let digitsTitle = "Geben Sie die Ziffern von der Seite ein"
    let digitsExplanation = "Die Seite mit dem Code zeigt jetzt zwei Ziffern. Geben Sie sie hier ein."
    let digits = "Zwei Ziffern"
    let oneTry = "Sie haben einen Versuch. Bei falschen Ziffern müssen Sie neu beginnen."
    let digitsFlaw = "Geben Sie beide Ziffern ein."

    let actTitle = "Das bestätigen?"

    let doneTitle = "Bestätigt"
    let actDone = "Machen Sie in dem Browser weiter, in dem Sie begonnen haben."
    let returning = "Es geht zurück zu der Seite, auf der Sie begonnen haben."
    let back = "Weiter"
    let loginCancelled = Refusal(
        title: "Anmeldung abgebrochen", whatHappened: "Niemand wurde angemeldet.",
        whatToDo: "Sie können diese Seite schließen.")
    var loginNotMe: Refusal {
        Refusal(
            title: "Niemand wurde angemeldet",
            whatHappened: "\(provider) weiß jetzt, dass nicht Sie diese Anmeldung begonnen haben.",
            whatToDo:
                "Hat Ihnen jemand den Code gezeigt oder geschickt? Vielleicht wollte sich jemand als Sie anmelden: "
                + "Öffnen Sie ihn nicht noch einmal.")
    }
    let actCancelled = Refusal(
        title: "Abgebrochen", whatHappened: "Es ist nichts geschehen.", whatToDo: "Sie können diese Seite schließen.")
    var actNotMe: Refusal {
        Refusal(
            title: "Es ist nichts geschehen",
            whatHappened: "\(provider) weiß jetzt, dass nicht Sie das begonnen haben.",
            whatToDo: "Vielleicht hat jemand Ihr Konto in einem Browser geöffnet. Melden Sie alle Browser ab.")
    }

    func title(service: String) -> Phrase { "Bei \(service) anmelden?" }
    func offlineAccess(until day: String) -> Phrase {
        "Die Website darf bis \(day) wiederkommen, ohne Sie erneut zu fragen."
    }
    func codeWarning(origin: String) -> Phrase {
        "Machen Sie nur weiter, wenn Sie \(origin) selbst geöffnet und dort den Code gescannt haben."
    }
    func linkWarning(origin: String) -> Phrase {
        "Machen Sie nur weiter, wenn Sie \(origin) selbst in diesem Browser geöffnet haben."
    }
    func digitsWarning(notMe: String) -> String {
        "Hat Ihnen jemand die Ziffern genannt, oder haben Sie keine solche Seite vor sich? Drücken Sie „\(notMe)“."
    }
    func withoutDigits(openHere: String) -> String {
        "Sie können die Ziffern nicht lesen oder eingeben? Brechen Sie ab, öffnen Sie die Website auf diesem Gerät, und "
            + "drücken Sie auf ihrer Anmeldeseite „\(openHere)“."
    }
    func asks(manager: String) -> Phrase { "\(manager) möchte von Ihnen bestätigt haben:" }
    func comparison(notMe: String) -> String {
        "Die Seite in Ihrem Browser zeigt denselben Text. Wenn nicht, oder wenn Sie das dort nicht verlangt haben, "
            + "drücken Sie „\(notMe)“."
    }
    func continueElsewhere(service: String) -> Phrase {
        "Machen Sie in dem Browser weiter, in dem Sie begonnen haben: Dort werden Sie bei \(service) angemeldet."
    }
    func failedAttempts(count: String) -> Phrase {
        "Fehlversuche seit Ihrer letzten Anmeldung: \(count). Waren das nicht Ihre, dann verwendet jemand anderes dieses "
            + "Gerät: Sagen Sie es dem Betreiber."
    }
}

private struct GermanAuthenticatorData: AuthenticatorDataWording {
    let isRequired = "Erforderlich"
    let isChosen = "Ausgewählt"
    let isMissing = "Fehlt noch"
    let isOptional = "Freiwillig"
    let leaveOut = "Nicht senden"
    let send = "Senden"
    let leftOut = "Wird nicht gesendet: noch nicht geprüft"
    let nothingStored = "Wird nicht gesendet: nichts gespeichert"
    let permissionWarning = "Nicht auf gemeinsam genutzten Computern."
    let isStored = "Was Sie hier eingeben, wird in Ihrem Konto gespeichert."
    let isRemembered = "Ihre Auswahl gilt bei dieser Website auch beim nächsten Mal."
    let required = "Füllen Sie das aus: Die Website verlangt es."
    let unavailableTitle = "Die Website verlangt mehr"
    let unavailableAdvice =
        "Lassen Sie es vom Betreiber eintragen und prüfen, und beginnen Sie die Anmeldung dann neu. Niemand wurde "
        + "angemeldet."
    let alreadyStored =
        "Ihr Konto hat diesen Wert schon, oder jemand muss ihn zuerst prüfen. Beginnen Sie die Anmeldung neu."
    let missing = "Ihr Konto hat diesen Wert nicht mehr. Beginnen Sie die Anmeldung neu."
    let aliasGone = "Wählen Sie einen der Werte."

    func unavailable(service: String) -> Phrase {
        "\(service) verlangt Daten, die Sie noch nicht angegeben haben oder die niemand geprüft hat:"
    }

    func notKept(service: String, by organization: String) -> Phrase {
        "\(service) verlangt etwas, das \(organization) für Sie noch nicht eingerichtet hat:"
    }

    func notKeptAdvice(organization: String) -> Phrase {
        "Bitten Sie \(organization) darum, und beginnen Sie die Anmeldung dann neu. Niemand wurde angemeldet."
    }
}
