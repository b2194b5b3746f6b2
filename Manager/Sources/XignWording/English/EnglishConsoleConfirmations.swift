import XignDomain

struct EnglishConsoleConfirmations: ConsoleConfirmationsWording {
    let title = "Confirmations of a second person"
    let explanation =
        "One administrator has confirmed these acts. Each is done when another one has confirmed it, too, within 24 hours."
    let empty = "Nothing waits for a second person."
    let look = "Look at it"
    let act = "Act"
    let askedBy = "Asked by"
    let askedAt = "Asked on"
    let until = "Waits until"
    let ends = "Ends"
    func obstacle(_ obstacle: PendingActObstacle) -> String {
        switch obstacle {
        case .firstPerson: "You have asked for this. Another administrator must confirm it."
        case .ownAccount: "This concerns your own account. Another administrator must confirm it."
        case .auditor: "Auditors look on. An administrator must confirm this."
        case .changed: "What this concerns has changed since. Withdraw it, and ask for it again."
        case .forbidden: "This cannot be done as things are now. Look at the account before you ask for it again."
        }
    }
    let waitsForYou = "You can confirm this."

    let oneTitle = "Confirm as the second person"
    let sameSentence = "The first person has signed this sentence. Your device shows the same one."
    let reason = "Reason"
    let identity = "Identity"
    func identityCheck(_ check: Reason.IdentityCheck) -> String {
        switch check {
        case .inPerson: "checked in person, with a document"
        case .calledBack: "checked by calling back"
        case .other: "checked in another way"
        }
    }
    let check = "Ask the first person before you confirm. You are as responsible for it."
    let confirm = "Confirm on your device"
    let withdraw = "Withdraw"
    let withdrawExplanation = "Nothing is done then. It has to be asked for again."
    let withdrawRest =
        "What the first confirmation has done stays: the device is revoked. The rest has to be asked for again."
    let recoveryIsShown = "Code and PIN of the new activation are shown to you alone, once, after your confirmation."
}
