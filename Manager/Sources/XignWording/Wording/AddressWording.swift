import XignDomain

/// The page on which a person verifies a mail address.
package protocol AddressWording: Sendable {
    /// The link to the page.
    var verify: String { get }
    var title: String { get }
    func explanation(_ address: String) -> Phrase
    /// The effect of a verified address.
    var effect: String { get }
    /// The button that has the first code mailed.
    var send: String { get }

    // The code
    func sentTo(_ address: String) -> Phrase
    func goodUntil(_ time: String) -> Phrase
    var code: String { get }
    var codeHint: String { get }
    var confirm: String { get }
    var notArrived: String { get }
    var sendAgain: String { get }
    func againFrom(_ time: String) -> Phrase
    var sentOften: String { get }

    // Errors
    /// The typed text is no code.
    var malformed: String { get }
    func wrong(triesLeft: Int) -> String
    /// No code counts: time or tries are over.
    var over: String { get }
    func limited(_ limit: MailCodeLimits.Reached) -> String
    func obstacle(_ obstacle: AddressObstacle) -> String

    // The removal of a verified address
    func removeExplanation(_ address: String) -> Phrase
    var removeEffect: String { get }
}

/// The reason why an address cannot be verified, whatever code is typed.
package enum AddressObstacle: Sendable, Equatable, CaseIterable {
    /// Mail servers do not take its characters.
    case unwritable
    /// The account has as many verified addresses as it may.
    case tooMany
}
