import Terminal

/// The two digits that the page shows where the code of a login, or of an act, was opened and not scanned.
protocol PairingWording: Sendable {
    /// The option `--pairing`.
    var option: String { get }
    /// Returns the lines above the question.
    func explanation(_ undertaking: Undertaking) -> [Text]
    /// The question, with the answers of a person who has no digits.
    var ask: Text { get }
    /// The objection to anything but two digits.
    var notDigits: Text { get }
    /// The message if no person can be asked.
    var unasked: Text { get }
}
