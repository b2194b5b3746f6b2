import XignDomain

/// The events of the audit log, and the notices of an account, in sentences.
package protocol EventWording: Sendable {
    /// - Parameters:
    ///   - account: the user name of the account concerned, for operators alone.
    ///   - device: the name of the device concerned.
    ///   - service: the name of the service concerned.
    func words(for kind: AuditEvent.Kind, account: String, device: String, service: String) -> EventWords

    // Events that a history tells in another way
    /// A login that was refused for a wrong PIN or another wrong factor.
    func wrongPIN(device: String, service: String) -> Phrase
    func consoleSessionBegun(device: String) -> Phrase
    func consoleSessionEnded(device: String) -> Phrase

    /// - Parameter device: the name of the device concerned.
    /// - Returns: nil for an event after which nobody is left to read it.
    func notice(_ kind: NoticeEvent.Kind, device: String) -> Phrase?
}

/// An event in sentences.
package struct EventWords: Sendable, Equatable {
    /// The sentence for operators.
    package let log: Phrase
    /// The sentence for the person of the account; nil for an event that is in no history.
    package let history: Phrase?

    init(_ log: Phrase, history: Phrase? = nil) {
        self.log = log
        self.history = history
    }
}
