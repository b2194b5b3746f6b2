import XignDomain

/// The frame of the console, its problems, and its first page.
struct GermanConsoleLayout: ConsoleLayoutWording {
    let name = "Konsole"
    let tabs = "Teile dieser Seite"
    let login: any SurfaceLoginWording = GermanSurfaceLogin.console
    let search = "Konto suchen"
    let searchHint = "Nach Benutzername, E-Mail-Adresse, Gerät oder der Kennung, die eine Website sieht."
    let searchNow = "Suchen"
    let open = "Das wartet"
    let nothingOpen = "Nichts wartet auf Sie."
    let pendingActs = "Vorgänge, die auf eine zweite Person warten"
    let lastLogin = "Ihre letzte Anmeldung hier"
    let noLastLogin = "Dies ist die erste"
    let lastNetwork = "Aus dem Netz"
    let notYou =
        "War diese Anmeldung nicht von Ihnen? Entfernen Sie das Gerät, das bestätigt hat, und sagen Sie es den anderen "
        + "Administratoren."

    func lockedDevices(_ kind: LockedDeviceKind) -> String {
        switch kind {
        case .forATime: "Auf Zeit gesperrte Geräte"
        case .forGood: "Dauerhaft gesperrte Geräte"
        }
    }

    func count(_ devices: Int, limit: Int) -> String { devices < limit ? "\(devices)" : "\(limit) oder mehr" }

    func count(_ acts: Int, forReader: Int) -> String {
        switch forReader {
        case 0: "\(acts), davon keiner für Sie"
        case acts: "\(acts) für Sie"
        default: "\(acts), davon \(forReader) für Sie"
        }
    }

    func section(_ section: ConsoleSection) -> String {
        switch section {
        case .overview: "Übersicht"
        case .accounts: "Konten"
        case .devices: "Gesperrte Geräte"
        case .audit: "Protokoll"
        case .administrators: "Administratoren"
        case .confirmations: "Bestätigungen"
        }
    }

    func role(_ role: ConsoleRole) -> String {
        switch role {
        case .administrator: "Administrator"
        case .auditor: "Prüfer"
        case .organizationAdministrator: "Administrator einer Organisation"
        case .organizationAuditor: "Prüfer einer Organisation"
        }
    }

    func loggedIn(as account: String, role: String) -> Phrase { "Angemeldet als \(account), \(role)" }

    let actRequested =
        "Noch hat sich nichts geändert. Eine zweite Person muss es innerhalb von 24 Stunden bestätigen."
    let actWithdrawn = "Der Vorgang ist zurückgezogen."

    func problem(_ problem: ConsoleProblem) -> ProblemWords {
        switch problem {
        case .notFound:
            ProblemWords(
                title: "Das gibt es hier nicht",
                whatHappened: "Es wurde entfernt, es gab es nie, oder Sie verwalten es nicht.",
                whatToDo: "Gehen Sie zurück, und suchen Sie danach.")
        case .notPermitted:
            ProblemWords(
                title: "Das dürfen Sie nicht",
                whatHappened: "Mit Ihren Rechten sehen Sie das, und ändern es nicht. Es ist nichts geschehen.",
                whatToDo: "Wenden Sie sich an einen Administrator des Betreibers.")
        case .notOwnForm:
            ProblemWords(
                title: "Es ist nichts geschehen",
                whatHappened: "Das Formular kam nicht aus Ihrer Konsole in diesem Browser, oder Sie haben sich seither "
                    + "neu angemeldet.",
                whatToDo: "Gehen Sie zurück, sehen Sie noch einmal nach, und senden Sie das Formular dann neu.")
        case .malformed:
            ProblemWords(
                title: "Dieses Formular ist nicht lesbar",
                whatHappened: "Ihr Browser hat etwas anderes gesendet, als hier erwartet wird.",
                whatToDo: "Gehen Sie zurück, und füllen Sie es noch einmal aus.")
        case .tooMany:
            ProblemWords(
                title: "Zurzeit zu viele Anfragen",
                whatHappened: "Von hier wurde mehr gesendet, als auf einmal angenommen wird. Es ist nichts geschehen.",
                whatToDo: "Warten Sie eine Minute, und senden Sie es dann noch einmal.")
        case .exportBusy:
            ProblemWords(
                title: "Gerade ist kein Export möglich",
                whatHappened: "Exporte entstehen nacheinander, und für jedes Konto wenige in der Minute. Es wurde "
                    + "nichts herausgegeben.",
                whatToDo: "Warten Sie eine Minute, und senden Sie es dann noch einmal.")
        case .changed:
            ProblemWords(
                title: "Das hat sich inzwischen geändert",
                whatHappened: "Es wurde geändert, nachdem diese Seite angezeigt wurde, vielleicht von einer anderen "
                    + "Person. Es ist nichts geschehen.",
                whatToDo: "Sehen Sie es sich noch einmal an, und entscheiden Sie dann.")
        case .notConfirmed:
            ProblemWords(
                title: "Es ist nichts geschehen",
                whatHappened: "Der Vorgang wurde auf Ihrem Gerät nicht bestätigt, oder die Bestätigung kam zu spät.",
                whatToDo: "Beginnen Sie noch einmal, und bestätigen Sie innerhalb einer Minute.")
        case .confirmationUsed:
            ProblemWords(
                title: "Das ist schon geschehen",
                whatHappened: "Jede Bestätigung gilt für einen Vorgang und nur einmal. Was danach zu sehen war, wird "
                    + "nicht noch einmal gezeigt.",
                whatToDo: "Gehen Sie zurück, und sehen Sie nach, ob Sie es noch einmal brauchen.")
        case .deviceLocked:
            ProblemWords(
                title: "Ihr Gerät kann jetzt nicht bestätigen",
                whatHappened: "Das Gerät, das bestätigt hat, wurde inzwischen gesperrt oder entfernt. Es ist nichts "
                    + "geschehen.",
                whatToDo: "Bestätigen Sie mit einem anderen Gerät, oder warten Sie, bis die Sperre endet.")
        case .coolDown:
            ProblemWords(
                title: "Dafür ist Ihr Gerät noch zu neu",
                whatHappened: "Ein neues Gerät bestätigt das 24 Stunden lang nicht. Es ist nichts geschehen.",
                whatToDo: "Bestätigen Sie mit einem anderen Gerät, oder warten Sie, bis die Zeit um ist.")
        case .lastAdministrator:
            ProblemWords(
                title: "Jemand muss verwalten können",
                whatHappened: "Danach wäre kein Administrator des Betreibers mit einem brauchbaren Gerät übrig. Es ist "
                    + "nichts geschehen.",
                whatToDo: "Fügen Sie zuerst einen anderen Administrator hinzu, oder verbinden Sie ein weiteres Gerät.")
        case .ownAccount:
            ProblemWords(
                title: "Das ist Ihr eigenes Konto",
                whatHappened: "Niemand verwaltet hier das eigene Konto. Es ist nichts geschehen.",
                whatToDo: "Benutzen Sie die Seiten Ihres Kontos, oder wenden Sie sich an eine andere Person.")
        case .protectedAccount:
            ProblemWords(
                title: "Dieses Konto hat Rechte, die Sie nicht haben",
                whatHappened: "Es verwaltet mehr als Sie. Deshalb ändern Sie nichts daran. Es ist nichts geschehen.",
                whatToDo: "Wenden Sie sich an einen Administrator des Betreibers.")
        case .samePerson:
            ProblemWords(
                title: "Das muss eine andere Person bestätigen",
                whatHappened: "Sie haben es selbst bestätigt, und die zweite Bestätigung kommt von einer anderen "
                    + "Person. Es ist nichts geschehen.",
                whatToDo: "Bitten Sie eine andere Person, es zu öffnen.")
        case .nothingToDo:
            ProblemWords(
                title: "Es gibt nichts zu tun",
                whatHappened: "Es ist schon so, wie Sie es wollen, vielleicht durch eine andere Person.",
                whatToDo: "Gehen Sie zurück, und sehen Sie es sich noch einmal an.")
        case .notLocked:
            ProblemWords(
                title: "Das Gerät ist nicht gesperrt",
                whatHappened: "Die Sperre ist inzwischen zu Ende. Es gibt nichts zu entsperren.",
                whatToDo: "Bitten Sie die Person, es noch einmal zu versuchen.")
        case .lockedForGood:
            ProblemWords(
                title: "Das Gerät ist dauerhaft gesperrt",
                whatHappened: "Die Regeln des Betreibers lassen niemanden es entsperren. Es ist nichts geschehen.",
                whatToDo: "Sperren Sie das Gerät endgültig. Danach kann das Konto eine neue Aktivierung erhalten.")
        case .deviceInUse:
            ProblemWords(
                title: "Das Konto hat ein Gerät in Gebrauch",
                whatHappened: "Eine neue Aktivierung ist für Personen, die kein Gerät haben. Es ist nichts geschehen.",
                whatToDo: "Sperren Sie zuerst das verlorene Gerät, oder bitten Sie die Person, damit ein weiteres zu "
                    + "verbinden.")
        case .accountDisabled:
            ProblemWords(
                title: "Das Konto ist deaktiviert",
                whatHappened: "Für ein Konto, das sich nicht anmelden kann, geschieht nichts.",
                whatToDo: "Aktivieren Sie es zuerst.")
        case .limit:
            ProblemWords(
                title: "Zu vieles wartet",
                whatHappened: "Es warten schon so viele Geräte oder Vorgänge wie möglich, oder es gab zu viele falsche "
                    + "PINs. Es ist nichts geschehen.",
                whatToDo: "Beenden Sie, was wartet, oder ziehen Sie es zurück, und beginnen Sie dann neu.")
        }
    }
}
