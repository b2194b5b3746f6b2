struct GermanTime: TimeWording {
    private static let months = [
        "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November",
        "Dezember",
    ]

    func day(_ moment: PointInTime) -> String { "\(moment.day). \(Self.months[moment.month - 1]) \(moment.year)" }
    func minute(_ moment: PointInTime) -> String { "\(day(moment)) um \(moment.time) Uhr" }

    func span(seconds: Int) -> String {
        SpanOfTime(seconds: seconds).parts.map { "\($0) \(word($1))\($0 == 1 ? "" : "n")" }.joined(separator: " ")
    }

    private func word(_ unit: SpanOfTime.Unit) -> String {
        switch unit {
        case .hour: "Stunde"
        case .minute: "Minute"
        case .second: "Sekunde"
        }
    }
}
