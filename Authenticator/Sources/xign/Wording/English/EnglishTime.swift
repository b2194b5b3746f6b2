struct EnglishTime: TimeWording {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    func day(_ moment: PointInTime) -> String { "\(moment.day) \(Self.months[moment.month - 1]) \(moment.year)" }
    func minute(_ moment: PointInTime) -> String { "\(day(moment)) at \(moment.time)" }

    func span(seconds: Int) -> String {
        SpanOfTime(seconds: seconds).parts.map { "\($0) \(word($1))\($0 == 1 ? "" : "s")" }.joined(separator: " ")
    }

    private func word(_ unit: SpanOfTime.Unit) -> String {
        switch unit {
        case .hour: "hour"
        case .minute: "minute"
        case .second: "second"
        }
    }
}
