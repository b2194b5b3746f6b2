import Foundation

/// A moment in the person's time zone. ``TimeWording`` says it in words.
struct PointInTime {
    let year: Int
    /// From 1 to 12.
    let month: Int
    let day: Int
    /// The time of the day, such as `14:03`.
    let time: String

    init(_ date: Date, in timeZone: TimeZone = .current) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
        (year, month, day) = (parts.year ?? 0, parts.month ?? 1, parts.day ?? 0)
        time = [parts.hour ?? 0, parts.minute ?? 0].map { ($0 < 10 ? "0" : "") + String($0) }.joined(separator: ":")
    }
}
