import XignDomain

struct GermanConsoleConfirmations: ConsoleConfirmationsWording {
    let title = "Bestätigungen durch eine zweite Person"
    let explanation =
        "Diese Handlungen hat ein Administrator bestätigt. Jede geschieht, wenn binnen 24 Stunden auch ein anderer sie "
        + "bestätigt hat."
    let empty = "Nichts wartet auf eine zweite Person."
    let look = "Ansehen"
    let act = "Vorgang"
    let askedBy = "Verlangt von"
    let askedAt = "Verlangt am"
    let until = "Wartet bis"
    let ends = "Endet"
    func obstacle(_ obstacle: PendingActObstacle) -> String {
        switch obstacle {
        case .firstPerson: "Das haben Sie selbst verlangt. Bestätigen muss es ein anderer Administrator."
        case .ownAccount: "Das betrifft Ihr eigenes Konto. Bestätigen muss es ein anderer Administrator."
        case .auditor: "Prüfer sehen zu. Bestätigen muss das ein Administrator."
        case .changed: "Was das betrifft, hat sich seither geändert. Ziehen Sie es zurück, und verlangen Sie es neu."
        case .forbidden: "So wie es jetzt ist, geht das nicht. Sehen Sie sich das Konto an, bevor Sie es neu verlangen."
        }
    }
    let waitsForYou = "Sie können das bestätigen."

    let oneTitle = "Als zweite Person bestätigen"
    let sameSentence = "Diesen Satz hat die erste Person signiert. Ihr Gerät zeigt denselben."
    let reason = "Grund"
    let identity = "Identität"
    func identityCheck(_ check: Reason.IdentityCheck) -> String {
        switch check {
        case .inPerson: "persönlich geprüft, mit Ausweis"
        case .calledBack: "durch Rückruf geprüft"
        case .other: "auf andere Weise geprüft"
        }
    }
    let check = "Fragen Sie die erste Person, bevor Sie bestätigen. Sie tragen die gleiche Verantwortung."
    let confirm = "Auf Ihrem Gerät bestätigen"
    let withdraw = "Zurückziehen"
    let withdrawExplanation = "Dann geschieht nichts. Es muss neu verlangt werden."
    let withdrawRest =
        "Was die erste Bestätigung bewirkt hat, bleibt: Das Gerät ist gesperrt. Den Rest muss jemand neu verlangen."
    let recoveryIsShown =
        "Code und PIN der neuen Aktivierung sehen nur Sie, einmal, nach Ihrer Bestätigung."
}
