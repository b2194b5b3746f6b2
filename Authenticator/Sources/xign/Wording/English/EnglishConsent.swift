import Terminal

struct EnglishConsent: ConsentWording {
    var answers: Text { "[y = yes, n = no, x = I did not begin this]" }

    func consent(_ answer: String) -> Consent? {
        switch answer {
        case "y", "yes": .agreed
        case "n", "no": .declined
        case "x", "not me": .notMe
        default: nil
        }
    }

    var question: Text { "Log in?" }

    var logInAt: Text { "Log in at:" }
    var address: Text { "Address:" }
    var noAddress: Text { "none, in an app" }
    var runBy: Text { "Run by:" }
    var confirmedBy: Text { "Confirmed by:" }
    var role: Text { "Role:" }
    var offlineAccess: Text { "Lasting access:" }
    var receives: Text { "It receives:" }

    func offlineAccess(until day: String) -> Text { "until \(day, .bold), without asking you again" }

    func basics(_ list: DataList) -> Text {
        switch list {
        case .none: "your role, and a pseudonym that no other website gets"
        case .here: "your role, a pseudonym that no other website gets, and:"
        case .afterQuestions: "your role, a pseudonym no other website gets, and the data below"
        }
    }

    func willReceive(_ service: String) -> Text { "\(service) will receive:" }
}
