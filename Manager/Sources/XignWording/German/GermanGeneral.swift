struct GermanGeneral: GeneralWording {
    let nativeName = "Deutsch"
    let languageSwitch = "Sprache"
    let proceed = "Weiter"
    let copy = "Kopieren"
    let copied = "Kopiert"

    func date(day: Int, month: Int, year: Int) -> String { "\(day). \(Self.months[month - 1]) \(year)" }

    func dayHeading(_ date: String) -> String { "\(date) (in UTC)" }

    func found(_ character: String, _ place: CharacterPlace) -> Phrase {
        switch place {
        case .beginning: "Gefunden: \(character) am Anfang."
        case .end: "Gefunden: \(character) am Ende."
        case .afterFirst: "Gefunden: \(character) nach dem ersten Zeichen."
        case .after(let count): "Gefunden: \(character) nach Zeichen \(count)."
        }
    }

    func time(hour: Int, minute: Int) -> String { "\(twoDigits(hour)):\(twoDigits(minute)) Uhr (UTC)" }

    private static let months = [
        "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November",
        "Dezember",
    ]
}
