import Terminal

/// The person's answer to a request.
enum Consent: Hashable {
    case agreed
    case declined
    /// The person did not begin this process.
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
    /// Asks until there is a clear answer. There is no default: a person who only presses Return has not read the
    /// request.
    func askConsent(_ question: Text) throws -> Consent {
        while true {
            let answer = try ask("\(question) [y = yes, n = no, x = I did not begin this]")
            if let consent = Consent(answer) { return consent }
        }
    }
}
