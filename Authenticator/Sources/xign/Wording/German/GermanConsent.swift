import Terminal

struct GermanConsent: ConsentWording {
    var answers: Text { "[j = ja, n = nein, x = das habe ich nicht begonnen]" }

    /// Also accepts the English letter, a habit of those who use other programs.
    func consent(_ answer: String) -> Consent? {
        switch answer {
        case "j", "ja", "y", "yes": .agreed
        case "n", "nein", "no": .declined
        case "x", "nicht ich": .notMe
        default: nil
        }
    }

    var question: Text { "Anmelden?" }

    var logInAt: Text { "Anmelden bei:" }
    var address: Text { "Adresse:" }
    var noAddress: Text { "keine, in einer App" }
    var runBy: Text { "Angeboten von:" }
    var confirmedBy: Text { "Bestätigt von:" }
    var role: Text { "Rolle:" }
    var offlineAccess: Text { "Dauerhafter Zugriff:" }
    var receives: Text { "Dort erhält man:" }

    func offlineAccess(until day: String) -> Text { "bis \(day, .bold), ohne Sie erneut zu fragen" }

    func basics(_ list: DataList) -> Text {
        switch list {
        case .none: "Ihre Rolle und ein Pseudonym, das keine andere Website erhält"
        case .here: "Ihre Rolle, ein Pseudonym, das keine andere Website erhält, und:"
        case .afterQuestions: "Ihre Rolle, ein Pseudonym, das keine andere Website erhält, und die Daten unten"
        }
    }

    func willReceive(_ service: String) -> Text { "\(service) wird erhalten:" }
}
