import Terminal

/// What a person says to a login.
enum Consent: Hashable {
    case agreed
    case declined
    /// It was not this person who began it.
    case notMe

    init?(_ answer: String) {
        switch answer.lowercased() {
        case "y", "yes": self = .agreed
        case "n", "no": self = .declined
        case "x", "not me": self = .notMe
        default: return nil
        }
    }
}

extension Console {
    /// Asks until there is an answer. None is presumed: whoever only presses Return has not read.
    func askConsent() throws -> Consent {
        while true {
            if let consent = Consent(try ask("Log in? [y = yes, n = no, x = I did not begin this]")) { return consent }
        }
    }
}
