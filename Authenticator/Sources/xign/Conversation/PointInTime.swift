import Foundation

/// A moment in words, in the person's time zone.
struct PointInTime {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    let date: Date
    var timeZone = TimeZone.current

    /// The day, such as `3 May 2026`.
    var day: String {
        let parts = components
        return "\(parts.day ?? 0) \(Self.months[(parts.month ?? 1) - 1]) \(parts.year ?? 0)"
    }

    /// Day and time, such as `3 May 2026 at 14:03`.
    var minute: String { "\(day) at \(time)" }

    /// The time of the day, such as `14:03`.
    var time: String {
        let parts = components
        return [parts.hour ?? 0, parts.minute ?? 0].map { ($0 < 10 ? "0" : "") + String($0) }.joined(separator: ":")
    }

    private var components: DateComponents {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        return calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
    }
}
