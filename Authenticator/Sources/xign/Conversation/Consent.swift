import Terminal

/// The person's answer to a request.
enum Consent: Hashable {
    case agreed
    case declined
    /// The person did not begin this process.
    case notMe
}

extension Console {
    /// Asks until there is a clear answer. There is no default: a person who only presses Return has not read the
    /// request.
    func askConsent(_ question: Text, _ words: any ConsentWording) throws -> Consent {
        while true {
            if let consent = words.consent(try askWord("\(question) \(words.answers)")) { return consent }
        }
    }
}
