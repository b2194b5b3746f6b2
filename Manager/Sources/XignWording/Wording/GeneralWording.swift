/// The texts that several pages share.
package protocol GeneralWording: Sendable {
    /// The language's name in the language itself.
    var nativeName: String { get }
    /// The name of the language switch for screen readers.
    var languageSwitch: String { get }
    /// The button that leads to the next step.
    var proceed: String { get }

    /// The button that copies the text beside it.
    var copy: String { get }
    /// The notice after that.
    var copied: String { get }

    /// A day, such as `3 May 2026`.
    /// - Parameter month: 1 to 12.
    func date(day: Int, month: Int, year: Int) -> String
    /// The heading of a day in a list of events, which is a day of UTC.
    func dayHeading(_ date: String) -> String
    /// The character that a rule refuses, and its place: a sentence after the one about the rule.
    func found(_ character: String, _ place: CharacterPlace) -> Phrase
    /// A time of day with its zone, which is always UTC. A page's script replaces it by the browser's local time.
    func time(hour: Int, minute: Int) -> String
}

/// The place of a character in a text that a person typed.
package enum CharacterPlace: Sendable, Equatable {
    case beginning, end, afterFirst
    /// After so many characters.
    case after(String)
}

/// Returns a number with two digits.
func twoDigits(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
