/// Moments and spans of time in words.
protocol TimeWording: Sendable {
    /// Returns a day, such as `3 May 2026`.
    func day(_ moment: PointInTime) -> String
    /// Returns day and time, such as `3 May 2026 at 14:03`.
    func minute(_ moment: PointInTime) -> String
    /// Returns a duration, such as `1 minute 30 seconds`.
    func span(seconds: Int) -> String
}

/// A count of seconds in the units that people use. Units whose count is zero are left out; zero seconds are one unit.
struct SpanOfTime {
    enum Unit: Hashable { case hour, minute, second }

    let parts: [(count: Int, unit: Unit)]

    init(seconds: Int) {
        let all: [(count: Int, unit: Unit)] = [
            (seconds / 3600, .hour), (seconds / 60 % 60, .minute), (seconds % 60, .second),
        ]
        let words = all.filter { $0.count > 0 }
        parts = words.isEmpty ? [(0, .second)] : words
    }
}
