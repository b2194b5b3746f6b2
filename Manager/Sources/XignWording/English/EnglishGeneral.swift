struct EnglishGeneral: GeneralWording {
    let nativeName = "English"
    let languageSwitch = "Language"
    let proceed = "Continue"
    let copy = "Copy"
    let copied = "Copied"

    func date(day: Int, month: Int, year: Int) -> String { "\(day) \(Self.months[month - 1]) \(year)" }

    func dayHeading(_ date: String) -> String { "\(date) (UTC)" }

    func found(_ character: String, _ place: CharacterPlace) -> Phrase {
        switch place {
        case .beginning: "Found: \(character) at the beginning."
        case .end: "Found: \(character) at the end."
        case .afterFirst: "Found: \(character) after the first character."
        case .after(let count): "Found: \(character) after character \(count)."
        }
    }

    func time(hour: Int, minute: Int) -> String { "\(twoDigits(hour)):\(twoDigits(minute)) UTC" }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
}
