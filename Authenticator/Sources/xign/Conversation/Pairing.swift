import Terminal
import XignSDK

/// The origin of the two digits that the page in the browser shows (docs/protocol.md, section 6).
enum PairingAnswer: Hashable {
    /// An option has them.
    case given(String)
    /// A script writes them to standard input, once it has read them from the page.
    case fromInput
    /// The person is asked.
    case asked

    /// The option `--pairing`.
    static let option = Parameter<PairingAnswer?>.option("pairing", "DIGITS") { text in
        if text == "-" { return .fromInput }
        guard AuthenticateRequest.arePairingDigits(text) else { throw CommandFailure(.usage) { $0.pairing.notDigits } }
        return .given(text)
    }
}

extension Confirmation {
    /// Takes the digits that the page shows, where the manager demands them.
    ///
    /// The first wrong pair ends the process, so an entry of another form is corrected before anything is sent.
    /// - Returns: the person's answer: whoever did not begin the process has no digits, and can still decline it.
    /// - Throws: ``CommandFailure`` if no person can be asked. The process is not cancelled then: the page shows the
    ///   digits only since this device has claimed it, and a script can come back with them.
    func pair(_ request: AuthenticateRequest) throws -> Consent {
        guard request.isPairingRequired else { return .agreed }
        words.pairing.explanation(undertaking).forEach(show)
        switch options.pairing {
        case .given(let digits):
            guard request.setPairingDigits(digits) else { throw CommandFailure(.usage) { $0.pairing.notDigits } }
        case .fromInput:
            guard request.setPairingDigits(try console.input.readLine()) else {
                throw CommandFailure(.data) { $0.pairing.notDigits }
            }
        case .asked: return try console.askPairingDigits(words) { request.setPairingDigits($0) }
        }
        return .agreed
    }
}

extension Console {
    /// Asks for the digits until they have the right form, or until the person says that they have none.
    /// - Parameter take: takes the entry; it returns false if these are not two digits.
    /// - Throws: ``CommandFailure`` if there is no terminal; ``InputError`` if the person goes away.
    func askPairingDigits(_ words: any Wording, take: (String) -> Bool) throws -> Consent {
        while true {
            let answer: String
            do { answer = try askWord(words.pairing.ask) } catch InputError.noTerminal {
                throw CommandFailure(.noInput) { $0.pairing.unasked }
            }
            if take(answer) { return .agreed }
            switch words.consent.consent(answer) {
            case .declined: return .declined
            case .notMe: return .notMe
            case .agreed, nil: report("xign: \(words.pairing.notDigits)")
            }
        }
    }
}
