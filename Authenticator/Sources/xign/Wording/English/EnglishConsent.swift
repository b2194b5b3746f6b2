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

    func basics(isAll: Bool) -> Text {
        isAll
            ? "your role, and a pseudonym that no other website gets"
            : "your role, a pseudonym that no other website gets, and:"
    }

    func willReceive(_ service: String) -> Text { "\(service) will receive:" }
}
